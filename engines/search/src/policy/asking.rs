//! What the options of an engine ask of what is learnt: an evaluation, a policy, or both. One option names the file of either.

use std::path::Path;
use std::sync::Arc;

use torneo_contract::{OptionInfo, Options, SpecError};
use torneo_solve::named;

use super::Policy;
use super::weights::is_policy;
use crate::common::judging::{Kind, OPTION as EVALUATION, WEIGHTS};
use crate::learned::Sight;

/// The option that asks for a policy.
pub const OPTION: OptionInfo = OptionInfo::choice("policy", &["none", "learned"], "none");

/// The option by which playouts may follow a policy.
const PLAYOUT: &str = "playout";

/// Whether options ask for an evaluation that was learnt.
fn asks_evaluation(options: &Options) -> bool {
    options.has(EVALUATION.name) && Kind::new(options) == Kind::Learned
}

/// The option that asks for a policy, if one does. An engine that takes weights and no evaluation plays by a policy.
fn policy_option(options: &Options) -> Option<&'static str> {
    let has = |name: &str, value: &str| options.has(name) && options.text(name) == value;
    if !options.has(EVALUATION.name) && options.has(WEIGHTS.name) {
        return Some(WEIGHTS.name);
    }
    [OPTION.name, PLAYOUT]
        .into_iter()
        .zip(["learned", "policy"])
        .find(|(name, value)| has(name, value))
        .map(|(name, _)| name)
}

/// The file of the evaluation that is asked for: empty for the one that comes with the game. Where both are asked for, the kind of the
/// file decides which of them it is.
///
/// # Errors
/// A file for which nothing is asked.
pub fn evaluation_path(options: &Options) -> Result<&str, SpecError> {
    if !options.has(WEIGHTS.name) {
        return Ok("");
    }
    let path = options.text(WEIGHTS.name);
    let (evaluation, policy) = (asks_evaluation(options), policy_option(options).is_some());
    if !path.is_empty() && !evaluation && !policy {
        let knows_policy = options.has(OPTION.name);
        let asked =
            if knows_policy { "`evaluation=learned` or `policy=learned`" } else { "`evaluation=learned`" };
        return Err(options.error(WEIGHTS.name, format!("weights are for {asked}")));
    }
    Ok(if evaluation && policy && has_policy(path) { "" } else { path })
}

/// Whether a file that can be read has a policy.
fn has_policy(path: &str) -> bool {
    !path.is_empty() && named::read_to_string(Path::new(path)).is_ok_and(|text| is_policy(&text))
}

/// The policy that the options of an engine ask for, if they do.
///
/// # Errors
/// Those of [`Policy::read`].
pub fn asked(options: &Options, sight: impl FnOnce() -> Sight) -> Result<Option<Arc<Policy>>, SpecError> {
    let Some(name) = policy_option(options) else { return Ok(None) };
    let path = options.text(WEIGHTS.name);
    let is_others = asks_evaluation(options) && !has_policy(path);
    let found = Policy::read(if is_others { "" } else { path }, sight());
    Ok(Some(Arc::new(found.map_err(|error| {
        let near = error.nearest().map(str::to_owned);
        options.error(name, error).with_nearest(near)
    })?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alpha_beta::INFO;
    use std::fs;

    fn options(text: &str) -> Options {
        Options::check(&text.parse().unwrap(), INFO.options).unwrap()
    }

    #[test]
    fn the_kind_of_a_file_decides_what_it_is_for() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path.display().to_string()
        };
        let (policy, evaluation) = (file("a", "torneo-policy 2\n"), file("b", "torneo-weights 3\n"));
        let path = |asked: &str, file: &str| {
            let options = options(&format!("alpha-beta({asked}, weights=\"{file}\")"));
            evaluation_path(&options).map(str::to_owned).map_err(|error| error.to_string())
        };
        let both = "evaluation=learned, policy=learned";
        assert_eq!(path(both, &policy), Ok(String::new()));
        assert_eq!(path(both, &evaluation), Ok(evaluation.clone()));
        assert_eq!(path("evaluation=learned", &policy), Ok(policy.clone()));
        let error = path("depth=1", &policy).unwrap_err();
        assert!(error.contains("`weights`") && error.contains("`policy=learned`"), "{error}");
        assert_eq!(policy_option(&options("alpha-beta(policy=learned)")), Some("policy"));
        assert_eq!(policy_option(&options("alpha-beta")), None);
    }
}
