package custom

import (
	"regexp"
	"sync"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// Keys of a format and of its sections.
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

// deepest is the level of headings that the sections of a format may have at most:
// those below them need one more.
const deepest = 5

// rangeSyntax is how many bullets a section may have: 3, 2-5, or 2+.
const rangeSyntax = `^[0-9]{1,4}(\+|-[0-9]{1,4})?$`

var rangeExpr = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(rangeSyntax) })

// formatFields describes the formats of a configuration: an object for each by its name.
func formatFields() jsondoc.Field {
	pattern := protocol.Pattern()
	return jsondoc.Field{Kind: jsondoc.Object, Each: &jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
		{
			Name: keyFiles, Kind: jsondoc.Array, Required: true, Elem: &pattern,
			Doc: "Patterns of the files: paths with slashes, relative to the directory of the configuration.",
		},
		{
			Name: keyTitle, Kind: jsondoc.String, MinLen: 1,
			Doc: "The heading above the sections, such as Handoff or Handoff: {ID}; without it any or none.",
		},
		{
			Name: keyLevel, Kind: jsondoc.Int, HasMin: true, Min: 1, Default: "2",
			Doc: "The level of the headings of sections, 1 to 5.",
		},
		limit(keyLines, "Lines that a file may have."),
		limit(keyTokens, "Tokens that a file may have."),
		limit(keyCharacters, "Unicode characters that a file may have."),
		limit(keyEach, "Lines that each section may have which says nothing else, or is not in the list."),
		{
			Name: keyOrder, Kind: jsondoc.Bool, Default: "true",
			Doc: "Whether sections have to stand in the order of the list.",
		},
		{
			Name: keyOther, Kind: jsondoc.Bool, Default: "true",
			Doc: "Whether there may be sections that the list does not name.",
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

// groupFields are those of a section.
func groupFields() []jsondoc.Field {
	return append(partFields("The heading; a placeholder makes it one that repeats: Session {N} with a number, Notes of {DATE} with a date such as 2006-01-02, Agent {NAME} with any text."),
		jsondoc.Field{
			Name: keyKeep, Kind: jsondoc.Int, HasMin: true, Min: 1,
			Doc: "How many of a repeated section stay; mdck prune archives the others.",
		},
		jsondoc.Field{
			Name: keyNewest, Kind: jsondoc.String, Values: []string{"first", "last"}, Default: `"last"`,
			Doc: "Where the newest of a repeated section stands, and a new one is put. With {N} and {DATE} the greatest is the newest wherever it stands.",
		},
		jsondoc.Field{
			Name: keySections, Kind: jsondoc.Array, Default: "[]", Elem: &jsondoc.Field{Kind: jsondoc.Object, Fields: partFields("The heading, one level deeper.")},
			Doc: "The sections within it, in their order.",
		},
	)
}

// partFields are those that sections and the sections within them have.
func partFields(title string) []jsondoc.Field {
	return []jsondoc.Field{
		{Name: keyTitle, Kind: jsondoc.String, Required: true, MinLen: 1, Doc: title},
		{Name: keyOptional, Kind: jsondoc.Bool, Default: "false", Doc: "Whether it may be missing."},
		{
			Name: keyBullets, Kind: jsondoc.String | jsondoc.Int, HasMin: true, Min: 1, Pattern: rangeSyntax, Match: isRange,
			Wanted: "a number of bullets such as 3, 2-5 or 2+", Doc: "How many bullets it has: 3, 2-5, or 2+ for two and more.",
		},
		limit(keyLines, "Lines that it may have."),
		limit(keyTokens, "Tokens that it may have."),
	}
}

func isRange(s string) bool { return rangeExpr().MatchString(s) }
