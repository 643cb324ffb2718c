package custom

import (
	"mdck/lint"
)

const (
	lineRule      = "format/line-budget"
	tokenRule     = "format/token-budget"
	characterRule = "format/character-budget"
	bulletRule    = "format/bullet-count"
)

func ruleTable() []lint.Rule {
	keep := rule("format/keep", lint.Error, checkKeep,
		"The file has more sections of one kind, such as sessions, than the format allows.",
		"Old sections use the budget that new sections need. --fix and mdck prune move the oldest sections to the archive.")
	keep.Fixable = true
	return []lint.Rule{
		rule("format/title", lint.Error, checkTitle,
			"The title is missing or differs from the format.",
			"Readers and tools identify the file by its title."),
		rule("format/missing-section", lint.Error, checkMissing,
			"A section that the format requires is missing.",
			"The next session finds a section by its heading. If the section is missing, the session assumes that it has nothing to read."),
		rule("format/duplicate-section", lint.Error, checkDuplicate,
			"A section occurs twice, or two sections of one kind have the same number.",
			"Commands write to the first section, but some readers read the second."),
		rule("format/unknown-section", lint.Warning, checkUnknown,
			"The format does not allow this section, or its heading has more text than the title in the format.",
			`With "other-sections": false, an unlisted heading is a mistake or belongs in another file.`),
		rule("format/section-order", lint.Warning, checkOrder,
			"Sections are not in the order of the format.",
			`A reader with a small context may see only the first sections. "order": false allows any order.`),
		keep,
		rule(bulletRule, lint.Error, checkBullets,
			"A section has no bullets, too few or too many.",
			"Nobody reads an endless list, and an empty list has no information. Too few bullets are a warning."),
		rule(lineRule, lint.Error, overBudget(lineRule),
			"The file or a section has more lines than its budget.",
			"Agents read the file at every start. Shorten the text without losing facts."),
		rule(tokenRule, lint.Error, overBudget(tokenRule),
			"The file or a section has more tokens than its budget.",
			"The file costs tokens each time an agent reads it. A few long lines can cost as much as many short lines."),
		rule(characterRule, lint.Warning, overBudget(characterRule),
			"The file has more characters than its budget.",
			"Some agents warn about an instruction file with too many characters, or read only the beginning of the file."),
		rule("format/unfilled", lint.Warning, checkUnfilled,
			"A required section contains only a comment or a placeholder.",
			"An empty section looks as if somebody had checked and found nothing."),
	}
}
