package custom

import (
	"mdck/lint"
)

// formatRules are the rules about files of formats that a configuration describes.
func ruleTable() []lint.Rule {
	return []lint.Rule{
		{
			ID: "format/title", Custom: true, Severity: lint.Error, Check: ofDocument(checkFormatTitle),
			Summary: "The heading above the sections is missing, or is not the title of the format.",
			Why:     "Who opens the file, and every tool that looks for it, knows it by its title.",
		},
		{
			ID: "format/missing-section", Custom: true, Severity: lint.Error, Check: ofDocument(checkFormatMissing),
			Summary: "A section that the format asks for is missing.",
			Why:     "The next session looks for it by its heading, and takes what is not there for nothing to know.",
		},
		{
			ID: "format/duplicate-section", Custom: true, Severity: lint.Error, Check: ofDocument(checkFormatDuplicate),
			Summary: "A section that does not repeat stands there twice, or a repeated one twice with the same number.",
			Why:     "Commands write into the first one, and readers may read the other.",
		},
		{
			ID: "format/unknown-section", Custom: true, Severity: lint.Warning, Check: ofDocument(checkFormatUnknown),
			Summary: "A section is none of those that a closed format names, or goes on behind a heading that the format has.",
			Why:     "Where \"other-sections\" is false, a heading that is not in the list is a slip, or something that belongs in another file.",
		},
		{
			ID: "format/section-order", Custom: true, Severity: lint.Warning, Check: ofDocument(checkFormatOrder),
			Summary: "A section stands before one that belongs in front of it.",
			Why:     "What matters most stands in front, where a reader with little room sees it. \"order\": false lets sections stand anywhere.",
		},
		{
			ID: "format/keep", Custom: true, Severity: lint.Error, Fixable: true, Check: ofDocument(checkFormatKeep),
			Summary: "A repeated section is there more often than is kept.",
			Why:     "Old entries take the room that new ones need. --fix, and mdck prune, put the oldest into the archive.",
		},
		{
			ID: "format/bullet-count", Custom: true, Severity: lint.Error, Check: ofDocument(checkFormatBullets),
			Summary: "A section has no bullets, or more than it may have.",
			Why:     "A list without end is read by nobody, and an empty one says nothing. Some, and less than the least, are a warning.",
		},
		{
			ID: "format/line-budget", Custom: true, Severity: lint.Error, Check: ofDocument(checkFormatLines),
			Summary: "The file, or a section, has more lines than its budget.",
			Why:     "Agents read the file at each start. Compress what is there; do not cut it off.",
		},
		{
			ID: "format/token-budget", Custom: true, Severity: lint.Error, Check: ofDocument(checkFormatTokens),
			Summary: "The file, or a section, has more tokens than its budget.",
			Why:     "Long lines cost as much as many: the file is paid for in tokens each time it is read.",
		},
		{
			ID: "format/unfilled", Custom: true, Severity: lint.Warning, Check: ofDocument(checkFormatUnfilled),
			Summary: "A section that the format asks for holds nothing but a comment or a placeholder.",
			Why:     "An empty section looks as if somebody had looked and found nothing.",
		},
	}
}
