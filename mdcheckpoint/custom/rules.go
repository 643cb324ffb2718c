package custom

import (
	"mdck/lint"
)

// Rules about budgets.
const (
	lineRule      = "format/line-budget"
	tokenRule     = "format/token-budget"
	characterRule = "format/character-budget"
	bulletRule    = "format/bullet-count"
)

// ruleTable returns the rules about files of formats that a configuration describes.
func ruleTable() []lint.Rule {
	keep := rule("format/keep", lint.Error, checkKeep,
		"A repeated section is there more often than is kept.",
		"Old entries take the room that new ones need. --fix, and mdck prune, put the oldest into the archive.")
	keep.Fixable = true
	return []lint.Rule{
		rule("format/title", lint.Error, checkTitle,
			"The heading above the sections is missing, or is not the title of the format.",
			"Who opens the file, and every tool that looks for it, knows it by its title."),
		rule("format/missing-section", lint.Error, checkMissing,
			"A section that the format asks for is missing.",
			"The next session looks for it by its heading, and takes what is not there for nothing to know."),
		rule("format/duplicate-section", lint.Error, checkDuplicate,
			"A section that does not repeat stands there twice, or a repeated one twice with the same number.",
			"Commands write into the first one, and readers may read the other."),
		rule("format/unknown-section", lint.Warning, checkUnknown,
			"A section is none of those that a closed format names, or goes on behind a heading that the format has.",
			"Where \"other-sections\" is false, a heading that is not in the list is a slip, or something that belongs in another file."),
		rule("format/section-order", lint.Warning, checkOrder,
			"A section stands before one that belongs in front of it.",
			"What matters most stands in front, where a reader with little room sees it. \"order\": false lets sections stand anywhere."),
		keep,
		rule(bulletRule, lint.Error, checkBullets,
			"A section has no bullets, or more than it may have.",
			"A list without end is read by nobody, and an empty one says nothing. Some, and less than the least, are a warning."),
		rule(lineRule, lint.Error, checkLines,
			"The file, or a section, has more lines than its budget.",
			"Agents read the file at each start. Compress what is there; do not cut it off."),
		rule(tokenRule, lint.Error, checkTokens,
			"The file, or a section, has more tokens than its budget.",
			"Long lines cost as much as many: the file is paid for in tokens each time it is read."),
		rule(characterRule, lint.Warning, checkCharacters,
			"The file has more characters than its budget.",
			"Some agents warn about a file of instructions by its characters, or read no more of it."),
		rule("format/unfilled", lint.Warning, checkUnfilled,
			"A section that the format asks for holds nothing but a comment or a placeholder.",
			"An empty section looks as if somebody had looked and found nothing."),
	}
}
