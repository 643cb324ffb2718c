package ohrfc

import "mdck/lint"

// ohrfcRules are the rules about a workspace of the RFC workflow.
func ruleTable() []lint.Rule {
	return []lint.Rule{
		{
			ID: "ohrfc/title", Severity: lint.Error, Check: ofCheckpoint(checkTitle),
			Summary: "The title is not \"# Checkpoint: <id>\" with the id of the workspace, or there is a second.",
			Why:     "The title is how a session makes sure that it reads the checkpoint of the RFC it works on, and not that of another.",
		},
		{
			ID: "ohrfc/meta", Severity: lint.Error, Fixable: true, Check: ofCheckpoint(checkMeta),
			Summary: "A key of the Meta section is missing, unreadable or not in the case of the protocol.",
			Why:     "Bootstrap compares these values with the files. What cannot be read cannot be checked. Case alone is a warning and is mended by --fix.",
		},
		{
			ID: "ohrfc/line-budget", Severity: lint.Error, WholeFile: true, Check: about(budgetRule("ohrfc/line-budget")),
			Summary: "The file has more lines than its budget, 200.",
			Why:     "A restarted session reads the checkpoint whole; every line is paid for in context. Over budget: compress, do not truncate.",
		},
		{
			ID: "ohrfc/group-budget", Severity: lint.Error, Check: about(budgetRule("ohrfc/group-budget")),
			Summary: "A section group has more lines than its budget, 40.",
			Why:     "One group that grows without bound drives the others out. Counted from its ## line to its last line that is not blank and not a closing ---.",
		},
		{
			ID: "ohrfc/token-budget", Severity: lint.Warning, WholeFile: true, Check: about(budgetRule("ohrfc/token-budget")),
			Summary: "The file has more tokens than its budget, 3,000.",
			Why:     "Dense lines keep the line budget and still cost a session what it saved: 200 full lines are 3,600 to 4,800 tokens. Lines and tokens are separate budgets.",
		},
		{
			ID: "ohrfc/character-budget", Severity: lint.Warning, WholeFile: true, Check: about(budgetRule("ohrfc/character-budget")),
			Summary: "The file has more characters than its budget, if the configuration sets one.",
			Why:     "Some agents warn about a file by its characters, or read no more of it. Lines and tokens are what the protocol itself counts.",
		},
		{
			ID: "ohrfc/missing-group", Severity: lint.Error, WholeFile: true, Check: ofCheckpoint(checkMissingGroup),
			Summary: "A section group that last_phase asks for is not there.",
			Why:     "DISCOVER Exit is written at the first checkpoint, DESIGN Exit from last_phase design on, the group of round N for gate_b_round_N. Without it the reasoning of that phase is lost.",
		},
		{
			ID: DueRule, Severity: lint.Error, WholeFile: true, Due: true, Check: about(checkDue),
			Summary: "state.json is past a phase whose section is not written.",
			Why:     "The reasoning of a phase is lost with its conversation if the next phase begins without the section. A REVIEW Exit after a rejection, and a finalized RFC without checkpoint.md, are warnings.",
		},
		{
			ID: missingFile, Severity: lint.Error, WholeFile: true, Due: true, Check: about(checkFiles),
			Summary: "A workspace lacks state.json, rfc.md or, from design on, evidence.json.",
			Why:     "A restarted session reads all of them: without one it does not know the phase, the text or what supports it. A checkpoint outside of any workspace needs none.",
		},
		{
			ID: "ohrfc/missing-subsection", Severity: lint.Error, Check: ofCheckpoint(checkMissingSubsection),
			Summary: "A group lacks one of its subsections.",
			Why:     "Each subsection answers a question that the next session will have. A missing one means that the question was not asked.",
		},
		{
			ID: "ohrfc/duplicate-section", Severity: lint.Error, Check: ofCheckpoint(checkDuplicateSection),
			Summary: "A section is there twice.",
			Why:     "A reader takes the first or the last, and a tool edits one of them; the two drift apart.",
		},
		{
			ID: "ohrfc/unknown-section", Severity: lint.Warning, Check: ofCheckpoint(checkUnknownSection),
			Summary: "A heading that the protocol does not know.",
			Why:     "It is a misspelt section, which tools then miss, or room spent on what the next session does not look for.",
		},
		{
			ID: "ohrfc/section-order", Severity: lint.Warning, Check: ofCheckpoint(checkSectionOrder),
			Summary: "Sections are not in the order of the protocol.",
			Why:     "Bootstrap reads the sections up to the current phase from the top; order is how it knows where to stop.",
		},
		{
			ID: "ohrfc/bullet-count", Severity: lint.Error, Check: about(checkBulletCount),
			Summary: "A subsection has too many bullets, too few, or none.",
			Why:     "Too few bullets lose what the session knew; too many crowd out the context that they were meant to save. None and too many are errors, too few is a warning.",
		},
		{
			ID: "ohrfc/one-line-bullet", Severity: lint.Warning, Check: about(checkOneLineBullet),
			Summary: "A bullet takes more than one line.",
			Why:     "The protocol counts in bullets of one line; a paragraph behind a hyphen evades the budget.",
		},
		{
			ID: "ohrfc/unfilled", Severity: lint.Error, Check: about(checkUnfilled),
			Summary: "A subsection holds nothing but a placeholder or a comment.",
			Why:     "The template was copied and not filled in. The next session would take the empty form for an empty answer.",
		},
		{
			ID: "ohrfc/template-comment", Severity: lint.Warning, Fixable: true, Check: ofCheckpoint(checkTemplateComment),
			Summary: "A comment was left beside bullets.",
			Why:     "The comments of the template say what belongs in their place. Left there, they cost lines and tokens in every session. A comment of the template is removed by --fix, any other is left to you.",
		},
		{
			ID: "ohrfc/gate-rounds", Severity: lint.Error, Fixable: true, Check: ofCheckpoint(checkGateRounds),
			Summary: "More than two Gate-B rounds are kept.",
			Why:     "Only the newest two rounds stay, so that the file keeps its budget however many rounds are run. --fix and mdck prune move older ones to .mdck/archive.",
		},
		{
			ID: "ohrfc/round-order", Severity: lint.Error, Check: ofCheckpoint(checkRoundOrder),
			Summary: "Gate-B rounds are there twice, out of order or with a gap.",
			Why:     "Two groups of one round contradict each other. A gap or a wrong order, which is a warning, makes the newest round hard to find.",
		},
		{
			ID: "ohrfc/round-limit", Severity: lint.Warning, Check: ofCheckpoint(checkRoundLimit),
			Summary: "A Gate-B round is above gate_b_max_rounds.",
			Why:     "After the last round the workflow demands a decision of a person: cut the scope, accept the risk, or escalate. A further round evades it, unless mdck ohrfc advance recorded scope-cut or escalate.",
		},
		{
			ID: "ohrfc/tension-labels", Severity: lint.Warning, Check: about(checkTensionLabels),
			Summary: "A bullet of Active Tensions Updated has no label, or a misspelt one.",
			Why:     "Resolved, Intensified and New are how mdck and the next session find out what became of a tension: only what a bullet \"Resolved:\" names is no longer carried.",
		},
		{
			ID: "ohrfc/rfc-hash", Severity: lint.Warning, Check: about(checkClaim(hashClaim)),
			Summary: "artifact_state does not name the rfc.md that is there.",
			Why:     "The RFC was changed after the checkpoint was written: its notes may speak of text that is gone. Line endings that git converts make no difference.",
		},
		{
			ID: "ohrfc/evidence-count", Severity: lint.Warning, Check: about(checkClaim(evidenceClaim)),
			Summary: "artifact_state does not have the number of items of evidence.json.",
			Why:     "Evidence came or went after the checkpoint was written.",
		},
		{
			ID: "ohrfc/round-mismatch", Severity: lint.Error, Check: ofCheckpoint(checkRoundMismatch),
			Summary: "gate_b_round in Meta is not the newest round in the file.",
			Why:     "A session would look for feedback of a round that is not there. One behind is a warning: the round is counted only when it fails.",
		},
		{
			ID: "ohrfc/state-mismatch", Severity: lint.Error, Fixable: true, Check: about(checkStateMismatch),
			Summary: "Meta and state.json disagree.",
			Why:     "One of the two was written and the other was not: a crash, or a hand. --fix takes the higher version; other values are mended with --from meta or --from state.",
		},
		{
			ID: "ohrfc/version-not-bumped", Severity: lint.Error, Check: ofCheckpoint(checkVersion),
			Summary: "The content changed and checkpoint_version did not.",
			Why:     "The version is how a session and a reviewer see that a checkpoint is another one. mdck stamp raises it, in both files.",
		},
		{
			ID: "ohrfc/state-schema", Severity: lint.Error, Fixable: true, Check: about(schemaRule(StateFile, stateFields, stateDetails)),
			Summary: "state.json is not what its schema wants.",
			Why:     "The workflow reads these keys to know where it stands; a missing or misspelt one sends it to the wrong phase. Unknown keys are warnings.",
		},
		{
			ID: "ohrfc/evidence-schema", Severity: lint.Error, Check: about(schemaRule(EvidenceFile, evidenceFields, evidenceDetails)),
			Summary: "evidence.json is not what its schema wants.",
			Why:     "Gate-A checks the items by id and by key; one that it cannot read counts as missing evidence.",
		},
		{
			ID: "ohrfc/summary-schema", Severity: lint.Error, Check: about(schemaRule(SummaryFile, summaryFields, nil)),
			Summary: ".reviews/summary.json is not what its schema wants.",
			Why:     "Bootstrap extracts blocking reasons and required actions from it after a failed gate.",
		},
		{
			ID: "ohrfc/summary-missing", Severity: lint.Warning, Check: about(checkSummaryMissing),
			Summary: "A Gate-B round was run and .reviews/summary.json is not there.",
			Why:     "Step 3 of the bootstrap reads it; without it the reasons for the failed gate are gone.",
		},
	}
}
