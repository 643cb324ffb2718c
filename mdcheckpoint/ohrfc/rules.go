package ohrfc

import "mdck/lint"

func ruleTable() []lint.Rule {
	return []lint.Rule{
		ofCheckpoint("ohrfc/title", lint.Error, checkTitle,
			`The title is not "# Checkpoint: <id>" with the id of the workspace, or there are two titles.`,
			"A session recognizes the RFC of the checkpoint by the title."),
		with(fixable, ofCheckpoint("ohrfc/meta", lint.Error, checkMeta,
			"A key of the Meta section is missing, unreadable or in the wrong case.",
			"At a restart, mdck compares these values with the files. It cannot compare unreadable values. A wrong case is only a warning; --fix corrects it.")),
		with(wholeFile, about("ohrfc/line-budget", lint.Error, budgetRule("ohrfc/line-budget"),
			"The file has more lines than its budget of 200.",
			"A restarted session reads the whole checkpoint, and every line costs context. Shorten the text without losing facts.")),
		about("ohrfc/group-budget", lint.Error, budgetRule("ohrfc/group-budget"),
			"A section group has more lines than its budget of 40.",
			"One group that keeps growing leaves no budget for the other groups. Blank lines at the end of a group do not count."),
		with(wholeFile, about("ohrfc/token-budget", lint.Warning, budgetRule("ohrfc/token-budget"),
			"The file has more tokens than its budget of 3,000.",
			"A file with few but long lines can still cost too much context: 200 full lines are 3,600 to 4,800 tokens.")),
		with(wholeFile, about("ohrfc/character-budget", lint.Warning, budgetRule("ohrfc/character-budget"),
			"The file has more characters than the budget that the configuration sets.",
			"Some agents warn about a file with too many characters, or read only the beginning of the file. The protocol itself limits lines and tokens only.")),
		with(wholeFile, ofCheckpoint("ohrfc/missing-group", lint.Error, checkMissingGroup,
			"A group of sections is missing, although last_phase requires it.",
			"Each phase up to last_phase needs its group: DISCOVER Exit, DESIGN Exit, and Gate-B Round N Exit for gate_b_round_N. Without the "+
				"group, the reasoning of that phase is lost.")),
		with(wholeFile|isDue, about(DueRule, lint.Error, checkDue,
			"According to state.json a phase is over, but its section is missing.",
			"If the next phase starts without the section, the reasoning is lost with the conversation. A missing REVIEW Exit "+
				"after a rejection, and a missing checkpoint.md of a finalized RFC, are only warnings.")),
		with(wholeFile|isDue, about(missingFile, lint.Error, checkFiles,
			"state.json or rfc.md is missing, or phase design has begun without evidence.json.",
			"A restarted session reads the phase, the text of the RFC and the evidence from these files. A checkpoint outside a "+
				"workspace does not need the files.")),
		ofCheckpoint("ohrfc/missing-subsection", lint.Error, checkMissingSubsection,
			"A group lacks one of its subsections.",
			"Each subsection answers a question of the next session. If a subsection is missing, its question has no answer."),
		ofCheckpoint("ohrfc/duplicate-section", lint.Error, checkDuplicateSection,
			"A section occurs twice.",
			"Some readers read the first section, others the last, and tools edit only one, so the two sections will differ."),
		ofCheckpoint("ohrfc/unknown-section", lint.Warning, checkUnknownSection,
			"A heading does not belong to the protocol.",
			"If the heading is misspelt, tools do not find the section. Sections outside of the protocol cost context, although no session looks for them."),
		ofCheckpoint("ohrfc/section-order", lint.Warning, checkSectionOrder,
			"Sections are not in the order of the protocol.",
			"A restarted session reads the sections up to the current phase. A section in the wrong place may not be read."),
		about("ohrfc/bullet-count", lint.Error, checkBulletCount,
			"A subsection has no bullets, too few or too many.",
			"With too few bullets, knowledge of the session is lost. Too many bullets cost context in the next session. Too few bullets are a "+
				"warning; too many bullets or no bullets are an error."),
		about("ohrfc/one-line-bullet", lint.Warning, checkOneLineBullet,
			"A bullet is longer than one line.",
			"The protocol limits the number of bullets, and the length of each bullet to one line."),
		about("ohrfc/unfilled", lint.Error, checkUnfilled,
			"A subsection contains only a placeholder or a comment.",
			"The template was copied and not filled in. The next session would read the empty form as an empty answer."),
		with(fixable, ofCheckpoint("ohrfc/template-comment", lint.Warning, checkTemplateComment,
			"A template comment is next to bullets.",
			"Template comments explain what belongs in their place. If they stay, they cost lines and tokens in every session. --fix removes "+
				"only template comments.")),
		with(fixable, ofCheckpoint("ohrfc/gate-rounds", lint.Error, checkGateRounds,
			"There are more than two Gate-B rounds.",
			"The file keeps only the newest two rounds, so that it stays within its budget. --fix and mdck prune move older rounds to .mdck/archive.")),
		ofCheckpoint("ohrfc/round-order", lint.Error, checkRoundOrder,
			"Gate-B rounds are duplicated, out of order or have a gap.",
			"Two groups for one round contradict each other. A gap or a wrong order obscures the newest round, but is only a warning."),
		ofCheckpoint("ohrfc/round-limit", lint.Warning, checkRoundLimit,
			"A Gate-B round exceeds gate_b_max_rounds.",
			"After the last round a person must cut the scope, accept the risk, or escalate. Another round is allowed only after "+
				"`mdck ohrfc advance` recorded scope-cut or escalate."),
		about("ohrfc/tension-labels", lint.Warning, checkTensionLabels,
			"A bullet in Active Tensions Updated has no label, or a misspelt label.",
			`The labels Resolved, Intensified and New show what happened to a tension. A tension is open until a bullet "Resolved:" names it.`),
		about("ohrfc/rfc-hash", lint.Warning, checkClaim(claimHash, "artifact_state has rfc.md(%s), but the hash of rfc.md is %s: rfc.md changed after the checkpoint"),
			"artifact_state does not match the current rfc.md.",
			"The RFC changed after the checkpoint was written, so the notes may be about deleted text. mdck ignores line endings that git converts."),
		about("ohrfc/evidence-count", lint.Warning, checkClaim(claimEvidence, "artifact_state has %s evidence items, but evidence.json has %s"),
			"artifact_state does not match the items in evidence.json.",
			"Evidence was added or removed after the checkpoint was written."),
		ofCheckpoint("ohrfc/round-mismatch", lint.Error, checkRoundMismatch,
			"gate_b_round in Meta is not the newest round in the file.",
			"A session would look for the feedback of a round that the file does not have. A gate_b_round that is one too low is only a warning."),
		with(fixable, about("ohrfc/state-mismatch", lint.Error, checkStateMismatch,
			"Meta and state.json differ.",
			"A crash or a manual edit changed only Meta or only state.json. --fix takes the higher checkpoint_version. To fix other values, add --from meta or --from state.")),
		ofCheckpoint("ohrfc/version-not-bumped", lint.Error, checkVersion,
			"The content changed, but checkpoint_version did not.",
			"A new version shows sessions and reviewers that the checkpoint changed. mdck stamp raises the version in both files."),
		with(fixable, about("ohrfc/state-schema", lint.Error, schemaRule(StateFile, stateFields, stateDetails),
			"state.json does not match its schema.",
			"The workflow finds its current phase in these keys; a missing or misspelt key leads to the wrong phase. Unknown keys are warnings.")),
		about("ohrfc/evidence-schema", lint.Error, schemaRule(EvidenceFile, evidenceFields, evidenceDetails),
			"evidence.json does not match its schema.",
			"Gate-A checks the items by id and key. Items that it cannot read count as missing evidence."),
		about("ohrfc/summary-schema", lint.Error, schemaRule(SummaryFile, summaryFields, nil),
			".reviews/summary.json does not match its schema.",
			"After a failed gate, a restarted session reads the blocking reasons and required actions from this file."),
		about("ohrfc/summary-missing", lint.Warning, checkSummaryMissing,
			"A Gate-B round was run, but .reviews/summary.json is missing.",
			"A restarted session reads the reasons for the failed gate from this file."),
	}
}

func about(id string, severity lint.Severity, check func(*ruleUnit), summary, why string) lint.Rule {
	return lint.Rule{ID: id, Severity: severity, Summary: summary, Why: why, Check: lint.For(func(u *lint.Unit, m *Model) []lint.Finding {
		r := &ruleUnit{Model: m, Workspace: m.RFC, unit: u}
		check(r)
		return r.Found
	})}
}

func ofCheckpoint(id string, severity lint.Severity, check func(*ruleUnit, *Checkpoint), summary, why string) lint.Rule {
	return about(id, severity, func(u *ruleUnit) {
		if u.Checkpoint != nil {
			check(u, u.Checkpoint)
		}
	}, summary, why)
}

const (
	fixable = 1 << iota
	wholeFile
	isDue
)

func with(marks int, r lint.Rule) lint.Rule {
	r.Fixable, r.WholeFile, r.Due = marks&fixable != 0, marks&wholeFile != 0, marks&isDue != 0
	return r
}
