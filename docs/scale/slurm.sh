#!/usr/bin/env bash
# Slurm: an array of as many tasks as wanted, and one that puts their results together.
#   sbatch --array=1-16 docs/scale/slurm.sh
#   sbatch --dependency=afterok:JOBID --export=ALL,MERGE=1 docs/scale/slurm.sh
# The folder is on a file system that all nodes see.
#SBATCH --job-name=benchfolio
#SBATCH --cpus-per-task=4
#SBATCH --mem=2G
#SBATCH --time=01:00:00
set -euo pipefail
benchfolio=${BENCHFOLIO:-benchfolio}
if [ -n "${MERGE:-}" ]; then
    exec "$benchfolio" merge shards/* --out out
fi
number=$((SLURM_ARRAY_TASK_ID - SLURM_ARRAY_TASK_MIN + 1))
exec "$benchfolio" build --shard "$number/$SLURM_ARRAY_TASK_COUNT" --jobs "${SLURM_CPUS_PER_TASK:-1}" --out "shards/$number"
