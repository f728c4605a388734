//! The program as its users meet it: what it says, what it leaves on the disk and how it ends.

mod cli {
    mod archive;
    mod atomic;
    mod bench_of_work;
    mod commands;
    mod events;
    mod incremental;
    mod many;
    mod messages;
    mod pipeline_files;
    mod rare_shapes;
    mod real_files;
    mod reports;
    mod same_bytes;
    mod set;
    mod theme;
    mod translations;
    mod verify;
}
