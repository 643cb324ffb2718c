package ohrfc

import "mdck/lint"

func ruleTable() []lint.Rule {
	return []lint.Rule{
		{
			ID: "ohrfc/title", Severity: lint.Error, Check: ofCheckpoint(checkTitle),
			Summary: `The title is not "# Checkpoint: <id>" with the id of the workspace, or there are two titles.`,
			Why:     "The title shows a session that it reads the checkpoint of its own RFC, not of another RFC.",
		},
		{
			ID: "ohrfc/meta", Severity: lint.Error, Fixable: true, Check: ofCheckpoint(checkMeta),
			Summary: "A key of the Meta section is missing, unreadable or in the wrong case.",
			Why:     "The restart compares these values with the files, and cannot compare unreadable values. A wrong case is only a warning; --fix corrects it.",
		},
		{
			ID: "ohrfc/line-budget", Severity: lint.Error, WholeFile: true, Check: about(budgetRule("ohrfc/line-budget")),
			Summary: "The file has more lines than its budget of 200.",
			Why:     "A restarted session reads the whole checkpoint, and every line costs context. If it is over budget, compress it; do not cut it off.",
		},
		{
			ID: "ohrfc/group-budget", Severity: lint.Error, Check: about(budgetRule("ohrfc/group-budget")),
			Summary: "A section group has more lines than its budget of 40.",
			Why:     "One group that keeps growing leaves no budget for the other groups. A group's lines count from its ## heading to its last line that is neither blank nor a closing ---.",
		},
		{
			ID: "ohrfc/token-budget", Severity: lint.Warning, WholeFile: true, Check: about(budgetRule("ohrfc/token-budget")),
			Summary: "The file has more tokens than its budget of 3,000.",
			Why:     "Long lines fit the line budget and still cost too much context: 200 full lines are 3,600 to 4,800 tokens. Lines and tokens are separate budgets.",
		},
		{
			ID: "ohrfc/character-budget", Severity: lint.Warning, WholeFile: true, Check: about(budgetRule("ohrfc/character-budget")),
			Summary: "The file has more characters than the budget that the configuration sets.",
			Why:     "Some agents warn about a file with too many characters, or read only the beginning of the file. The protocol itself limits lines and tokens only.",
		},
		{
			ID: "ohrfc/missing-group", Severity: lint.Error, WholeFile: true, Check: ofCheckpoint(checkMissingGroup),
			Summary: "A section group that last_phase requires is missing.",
			Why: "The first checkpoint requires DISCOVER Exit. If last_phase is design or later, DESIGN Exit is required; if it is gate_b_round_N, " +
				"the group of round N is required. Without the group, the reasoning of that phase is lost.",
		},
		{
			ID: DueRule, Severity: lint.Error, WholeFile: true, Due: true, Check: about(checkDue),
			Summary: "The section of an earlier phase than that of state.json is missing.",
			Why: "If the next phase starts without the section, the reasoning is lost with the conversation. A missing REVIEW Exit after a " +
				"rejection, or a finalized RFC without checkpoint.md, is a warning.",
		},
		{
			ID: missingFile, Severity: lint.Error, WholeFile: true, Due: true, Check: about(checkFiles),
			Summary: "A workspace lacks state.json, rfc.md or, from phase design on, evidence.json.",
			Why: "A restarted session reads all three. Without one of them it does not know the phase, the text or the evidence. A checkpoint outside a " +
				"workspace needs none of them.",
		},
		{
			ID: "ohrfc/missing-subsection", Severity: lint.Error, Check: ofCheckpoint(checkMissingSubsection),
			Summary: "A group lacks one of its subsections.",
			Why:     "Each subsection answers a question of the next session. If a subsection is missing, nobody asked its question.",
		},
		{
			ID: "ohrfc/duplicate-section", Severity: lint.Error, Check: ofCheckpoint(checkDuplicateSection),
			Summary: "A section occurs twice.",
			Why:     "Readers may read the first or the last of them, and tools edit only one of them, so they will differ.",
		},
		{
			ID: "ohrfc/unknown-section", Severity: lint.Warning, Check: ofCheckpoint(checkUnknownSection),
			Summary: "The protocol has no such heading.",
			Why:     "Either the heading is misspelt and tools do not find it, or it uses budget for text that the next session does not look for.",
		},
		{
			ID: "ohrfc/section-order", Severity: lint.Warning, Check: ofCheckpoint(checkSectionOrder),
			Summary: "Sections are not in the order of the protocol.",
			Why:     "The restart reads sections from the top up to the current phase, so the order decides where it stops.",
		},
		{
			ID: "ohrfc/bullet-count", Severity: lint.Error, Check: about(checkBulletCount),
			Summary: "A subsection has no bullets, too few or too many.",
			Why: "If there are too few bullets, knowledge of the session is lost; too many bullets use up the context that they should save. Too " +
				"few bullets are a warning; too many bullets or no bullets are an error.",
		},
		{
			ID: "ohrfc/one-line-bullet", Severity: lint.Warning, Check: about(checkOneLineBullet),
			Summary: "A bullet is longer than one line.",
			Why:     "The protocol limits the number of one-line bullets. A paragraph after a hyphen avoids that limit.",
		},
		{
			ID: "ohrfc/unfilled", Severity: lint.Error, Check: about(checkUnfilled),
			Summary: "A subsection contains only a placeholder or a comment.",
			Why:     "The template was copied and not filled in. The next session would read the empty form as an empty answer.",
		},
		{
			ID: "ohrfc/template-comment", Severity: lint.Warning, Fixable: true, Check: ofCheckpoint(checkTemplateComment),
			Summary: "A template comment is next to bullets.",
			Why: "Template comments explain what belongs in their place. If they stay, they cost lines and tokens in every session. --fix removes " +
				"only template comments.",
		},
		{
			ID: "ohrfc/gate-rounds", Severity: lint.Error, Fixable: true, Check: ofCheckpoint(checkGateRounds),
			Summary: "There are more than two Gate-B rounds.",
			Why:     "Only the newest two rounds stay, so the file stays within its budget after any number of rounds. --fix and mdck prune move older rounds to .mdck/archive.",
		},
		{
			ID: "ohrfc/round-order", Severity: lint.Error, Check: ofCheckpoint(checkRoundOrder),
			Summary: "Gate-B rounds are duplicated, out of order or have a gap.",
			Why:     "Two groups for one round contradict each other. A gap or a wrong order is only a warning: it makes the newest round hard to find.",
		},
		{
			ID: "ohrfc/round-limit", Severity: lint.Warning, Check: ofCheckpoint(checkRoundLimit),
			Summary: "A Gate-B round exceeds gate_b_max_rounds.",
			Why: "After the last round a person must decide: cut the scope, accept the risk, or escalate. Another round avoids that decision, " +
				"unless mdck ohrfc advance recorded scope-cut or escalate.",
		},
		{
			ID: "ohrfc/tension-labels", Severity: lint.Warning, Check: about(checkTensionLabels),
			Summary: "A bullet in Active Tensions Updated has no label, or a misspelt label.",
			Why:     `The labels Resolved, Intensified and New show what happened to a tension. mdck drops a tension only if a bullet "Resolved:" names it.`,
		},
		{
			ID: "ohrfc/rfc-hash", Severity: lint.Warning, Check: about(checkClaim(hashClaim)),
			Summary: "artifact_state does not match the current rfc.md.",
			Why:     "The RFC changed after the checkpoint was written, so the notes may be about deleted text. Line endings that git converts make no difference.",
		},
		{
			ID: "ohrfc/evidence-count", Severity: lint.Warning, Check: about(checkClaim(evidenceClaim)),
			Summary: "artifact_state does not match the items in evidence.json.",
			Why:     "Evidence was added or removed after the checkpoint was written.",
		},
		{
			ID: "ohrfc/round-mismatch", Severity: lint.Error, Check: ofCheckpoint(checkRoundMismatch),
			Summary: "gate_b_round in Meta is not the newest round in the file.",
			Why:     "A session would look for the feedback of a round that the file does not have. If the value is one too low, that is only a warning, because a round counts only when it fails.",
		},
		{
			ID: "ohrfc/state-mismatch", Severity: lint.Error, Fixable: true, Check: about(checkStateMismatch),
			Summary: "Meta and state.json differ.",
			Why:     "Only one of them was written, because of a crash or a manual edit. --fix takes the higher version; --from meta or --from state fixes other values.",
		},
		{
			ID: "ohrfc/version-not-bumped", Severity: lint.Error, Check: ofCheckpoint(checkVersion),
			Summary: "The content changed, but checkpoint_version did not.",
			Why:     "The version shows a session and a reviewer that the checkpoint changed. mdck stamp raises the version in both files.",
		},
		{
			ID: "ohrfc/state-schema", Severity: lint.Error, Fixable: true, Check: about(schemaRule(StateFile, stateFields, stateDetails)),
			Summary: "state.json does not match its schema.",
			Why:     "The workflow finds its current phase in these keys; a missing or misspelt key leads to the wrong phase. Unknown keys are warnings.",
		},
		{
			ID: "ohrfc/evidence-schema", Severity: lint.Error, Check: about(schemaRule(EvidenceFile, evidenceFields, evidenceDetails)),
			Summary: "evidence.json does not match its schema.",
			Why:     "Gate-A checks the items by id and key. Items that it cannot read count as missing evidence.",
		},
		{
			ID: "ohrfc/summary-schema", Severity: lint.Error, Check: about(schemaRule(SummaryFile, summaryFields, nil)),
			Summary: ".reviews/summary.json does not match its schema.",
			Why:     "After a failed gate the restart takes blocking reasons and required actions from this file.",
		},
		{
			ID: "ohrfc/summary-missing", Severity: lint.Warning, Check: about(checkSummaryMissing),
			Summary: "A Gate-B round was run, but .reviews/summary.json is missing.",
			Why:     "Step 3 of the restart reads this file. Without it, the reasons for the failed gate are lost.",
		},
	}
}
