//! Which build this is.

use std::sync::LazyLock;

/// The version, the commit that a release script built (`TENGEN_COMMIT`), and the enabled features.
pub static VERSION: LazyLock<String> = LazyLock::new(|| {
    let features = [
        cfg!(feature = "tools").then_some("tools"),
        cfg!(feature = "analysis").then_some("analysis"),
        cfg!(feature = "tune").then_some("tune"),
    ];
    let enabled: Vec<&str> = features.into_iter().flatten().collect();
    describe(
        env!("CARGO_PKG_VERSION"),
        option_env!("TENGEN_COMMIT"),
        &enabled,
    )
});

/// Such as `0.1.0 (commit e89dc19, features tools analysis)`; what there is none of is left out.
fn describe(version: &str, commit: Option<&str>, features: &[&str]) -> String {
    let commit = commit.map(|commit| format!("commit {commit}"));
    let features = (!features.is_empty()).then(|| format!("features {}", features.join(" ")));
    let details: Vec<String> = commit.into_iter().chain(features).collect();
    match details.is_empty() {
        true => version.into(),
        false => format!("{version} ({})", details.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_left_out() {
        let tools = ["tools", "analysis"];
        let expected = "1.2.3 (commit e89dc19, features tools analysis)";
        assert_eq!(describe("1.2.3", Some("e89dc19"), &tools), expected);
        assert_eq!(
            describe("1.2.3", Some("e89dc19"), &[]),
            "1.2.3 (commit e89dc19)"
        );
        assert_eq!(
            describe("1.2.3", None, &tools),
            "1.2.3 (features tools analysis)"
        );
        assert_eq!(describe("1.2.3", None, &[]), "1.2.3");
    }
}
