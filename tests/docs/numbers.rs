//! Numbers that stand in more than one document.

use crate::{none, root};
use serde_json::Value;

#[test]
fn the_points_of_the_plot_stand_in_the_tables() {
    let read = |path: &str| std::fs::read_to_string(root().join(path)).unwrap();
    let tables = read("docs/STRENGTH.md") + &read("docs/HISTORY.md");
    let plot: Value = serde_json::from_str(&read("docs/pictures/lead.json")).unwrap();
    let (mut points, mut faults) = (0, Vec::new());
    for (series, leagues) in plot["series"].as_object().unwrap() {
        for (league, clocks) in leagues.as_object().unwrap() {
            for (clock, value) in clocks.as_object().unwrap() {
                let [share, error] = [0, 1].map(|part| value[part].as_f64().unwrap());
                let shown = format!("{share:.1} % +/- {error:.1}");
                let shows = |line: &str| line.contains(&shown) && line.contains(league.as_str());
                if !tables.lines().any(shows) {
                    faults.push(format!(
                        "docs/pictures/lead.json, {series}, {league}, {clock}: no line of STRENGTH.md or HISTORY.md has {shown}"
                    ));
                }
                points += 1;
            }
        }
    }
    assert!(points > 0);
    none(&faults);
}
