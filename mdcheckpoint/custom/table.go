package custom

import (
	"regexp"
	"sync"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

const (
	keyFiles      = "files"
	keyTitle      = "title"
	keyLevel      = "level"
	keyLines      = "lines"
	keyTokens     = "tokens"
	keyCharacters = "characters"
	keyEach       = "section-lines"
	keyOrder      = "order"
	keyOther      = "other-sections"
	keySections   = "sections"
	keyOptional   = "optional"
	keyBullets    = "bullets"
	keyKeep       = "keep"
	keyNewest     = "newest"
)

// deepest is the deepest level of a section. Its subsections have level 6.
const deepest = 5

// rangeSyntax matches 3, 2-5 and 2+.
const rangeSyntax = `^[0-9]{1,4}(\+|-[0-9]{1,4})?$`

var rangeExpr = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(rangeSyntax) })

func formatFields() jsondoc.Field {
	pattern := protocol.Pattern()
	return jsondoc.Field{Kind: jsondoc.Object, Each: &jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
		{
			Name: keyFiles, Kind: jsondoc.Array, Required: true, Elem: &pattern,
			Doc: "Patterns for the paths of the files, with slashes, relative to the directory of the configuration.",
		},
		{
			Name: keyTitle, Kind: jsondoc.String, MinLen: 1,
			Doc: "The heading above the sections, such as Handoff or Handoff: {ID}. Without this key, any title or none is accepted.",
		},
		{
			Name: keyLevel, Kind: jsondoc.Int, HasMin: true, Min: 1, Default: "2",
			Doc: "The level of the section headings, 1 to 5.",
		},
		limit(keyLines, "Maximum number of lines in the file."),
		limit(keyTokens, "Maximum number of tokens in the file."),
		limit(keyCharacters, "Maximum number of Unicode characters in the file."),
		limit(keyEach, "Maximum number of lines in each section without a limit of its own."),
		{
			Name: keyOrder, Kind: jsondoc.Bool, Default: "true",
			Doc: "Whether sections must be in the order of the list.",
		},
		{
			Name: keyOther, Kind: jsondoc.Bool, Default: "true",
			Doc: "Whether the file may have sections that are not in the list.",
		},
		{
			Name: keySections, Kind: jsondoc.Array, Default: "[]", Elem: &jsondoc.Field{Kind: jsondoc.Object, Fields: groupFields()},
			Doc: "The sections, in their order.",
		},
	}}}
}

func limit(name, doc string) jsondoc.Field {
	return jsondoc.Field{Name: name, Kind: jsondoc.Int, HasMin: true, Min: 1, Doc: doc}
}

func groupFields() []jsondoc.Field {
	return append(partFields("The heading. It may have a placeholder, as in Session {N}, so that the section repeats: {N} is a number, {DATE} a date such as "+
		"2006-01-02, {NAME} any text."),
		jsondoc.Field{
			Name: keyKeep, Kind: jsondoc.Int, HasMin: true, Min: 1,
			Doc: "How many copies of a repeated section to keep; mdck prune archives the other copies.",
		},
		jsondoc.Field{
			Name: keyNewest, Kind: jsondoc.String, Values: []string{"first", "last"}, Default: `"last"`,
			Doc: "Where the newest of the repeated sections goes. With {N} or {DATE}, the section with the greatest value is the newest, wherever it is.",
		},
		jsondoc.Field{
			Name: keySections, Kind: jsondoc.Array, Default: "[]", Elem: &jsondoc.Field{Kind: jsondoc.Object, Fields: partFields("The heading of the subsection, one level deeper than the section.")},
			Doc: "The subsections, in order.",
		},
	)
}

func partFields(title string) []jsondoc.Field {
	return []jsondoc.Field{
		{Name: keyTitle, Kind: jsondoc.String, Required: true, MinLen: 1, Doc: title},
		{Name: keyOptional, Kind: jsondoc.Bool, Default: "false", Doc: "Whether the section may be missing."},
		{
			Name: keyBullets, Kind: jsondoc.String | jsondoc.Int, HasMin: true, Min: 1, Pattern: rangeSyntax, Match: isRange,
			Wanted: "a number of bullets such as 3, 2-5 or 2+", Doc: "How many bullets the section has: 3, 2-5, or 2+ for two or more.",
		},
		limit(keyLines, "Maximum number of lines in the section."),
		limit(keyTokens, "Maximum number of tokens in the section."),
	}
}

func isRange(s string) bool { return rangeExpr().MatchString(s) }
