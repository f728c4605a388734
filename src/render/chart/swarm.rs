//! Dots that would lie on each other, moved apart across the axis (a bee swarm): every value stays visible and in its
//! place on the axis. Deterministic: no random jitter.

/// A dot: where it stands along the axis and how far it was moved across it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Dot {
    pub x: f64,
    pub y: f64,
}

/// More dots than this are no longer read one by one.
const MOST_DOTS: usize = 1000;

/// Places dots whose centres keep a distance. Each goes as near to the middle as those before it leave room, in
/// ascending order.
pub fn swarm(positions: &[f64], distance: f64) -> Vec<Dot> {
    let mut sorted = positions.to_vec();
    sorted.sort_by(f64::total_cmp);
    let mut dots: Vec<Dot> = Vec::with_capacity(sorted.len());
    for x in sorted {
        let near = dots.iter().rposition(|dot| x - dot.x >= distance).map_or(0, |i| i + 1);
        let y = free_place(x, &dots[near..], distance);
        dots.push(Dot { x, y });
    }
    dots
}

/// As [`swarm`]; `None` when a dot of the radius would stand out further than `half` from the middle.
pub fn swarm_within(positions: &[f64], radius: f64, distance: f64, half: f64) -> Option<Vec<Dot>> {
    // More dots than anyone can tell apart, or than the lane could hold side by side, need not be tried.
    if positions.len() > MOST_DOTS {
        return None;
    }
    let area = 0.75 * distance * distance * positions.len() as f64;
    let spread = positions.iter().copied().fold(f64::NEG_INFINITY, f64::max)
        - positions.iter().copied().fold(f64::INFINITY, f64::min);
    if area > (spread + 4.0 * radius) * (2.0 * half) {
        return None;
    }
    let dots = swarm(positions, distance);
    dots.iter().all(|dot| dot.y.abs() + radius <= half).then_some(dots)
}

/// The place nearest to the middle where a dot touches others at most.
fn free_place(x: f64, near: &[Dot], distance: f64) -> f64 {
    let mut places = vec![0.0];
    for dot in near {
        let across = (distance * distance - (x - dot.x).powi(2)).max(0.0).sqrt();
        places.push(dot.y + across);
        places.push(dot.y - across);
    }
    // Of two places equally far from the middle, the one above.
    places.sort_by(|a, b| a.abs().total_cmp(&b.abs()).then(a.total_cmp(b)));
    let free = |y: f64| {
        near.iter()
            .all(|dot| (x - dot.x).powi(2) + (y - dot.y).powi(2) >= distance * distance - 1e-6)
    };
    places.into_iter().find(|y| free(*y)).unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_dot_covers_another_and_none_leaves_its_value() {
        let values: Vec<f64> = (0..150).map(|i| 100.0 + f64::from(i * i % 97) * 1.7).collect();
        let dots = swarm(&values, 8.8);
        assert_eq!(dots.len(), values.len());
        for (i, a) in dots.iter().enumerate() {
            for b in &dots[..i] {
                assert!((a.x - b.x).hypot(a.y - b.y) >= 8.79, "{a:?} and {b:?}");
            }
        }
        let mut sorted = values.clone();
        sorted.sort_by(f64::total_cmp);
        assert_eq!(dots.iter().map(|dot| dot.x).collect::<Vec<_>>(), sorted);
    }

    #[test]
    fn a_lane_that_is_too_narrow_refuses_dots() {
        let values = vec![10.0; 12];
        assert_eq!(swarm_within(&values, 4.0, 8.8, 40.0), None);
        let dots = swarm_within(&values, 2.0, 4.8, 40.0).unwrap();
        assert!(dots.iter().all(|dot| dot.y.abs() <= 38.0));
        assert_eq!(swarm_within(&vec![10.0; 1000], 1.5, 3.8, 40.0), None);
    }
}
