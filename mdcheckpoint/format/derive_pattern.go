package format

import (
	"regexp"
	"strconv"
	"strings"
	"sync"

	"mdck/mdcheckpoint/schema"
)

var (
	dateExpr   = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9]{4}-[0-9]{2}-[0-9]{2}`) })
	numberExpr = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[0-9]+`) })
)

// patterns are what a title may be an instance of, the most telling first: with a date
// or a number in its place, as an entry, and itself.
func patterns(title string) []string {
	if !isShowable(title) || schema.Slug(title) == "" {
		return nil
	}
	var all []string
	for _, form := range [...]struct {
		expr *regexp.Regexp
		slot string
	}{{dateExpr(), "{DATE}"}, {numberExpr(), "{N}"}} {
		found := form.expr.FindAllStringIndex(title, 2)
		if len(found) != 1 {
			continue
		}
		pattern := title[:found[0][0]] + form.slot + title[found[0][1]:]
		if _, ok := schema.Fill(pattern, title); ok {
			all = append(all, pattern)
		}
	}
	if entry := entryPattern(title); entry != "" {
		all = append(all, entry)
	}
	if own := asWritten(title); own != "" {
		all = append(all, own)
	}
	return all
}

// asWritten is a title as a format has it, which leaves out pictures; "" if nothing is
// left.
func asWritten(title string) string {
	own := schema.Uncolon(schema.Bare(title))
	if schema.Slug(own) == "" {
		return ""
	}
	return own
}

// entries are the titles of entries of a list that goes on: a release, a day or a step,
// and more behind it that no other entry has. The first part stays, and the placeholder
// takes the rest. Sources: keepachangelog.com, the changelogs that release tools write,
// journals and plans that agents keep.
func entries() []struct {
	expr *regexp.Regexp
	slot string
} {
	return []struct {
		expr *regexp.Regexp
		slot string
	}{
		{releaseExpr(), "{RELEASE}"},
		{dayExpr(), "{DAY}"},
		{stepExpr(), "{NAME}"},
	}
}

var (
	releaseExpr = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^((?i:(?:release |version )\[?v?|\[v?|v))[0-9]+\.[0-9]|^()[0-9]+\.[0-9][0-9A-Za-z.+-]*(?:$| [-–—(]*\s*[0-9]{4}-)`)
	})
	dayExpr  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^()[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[^0-9]|$)`) })
	stepExpr = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\pL[\pL ]* )[0-9]+(?:[^0-9]|$)`) })
)

// entryPattern is title as an entry; "" if it looks like none.
func entryPattern(title string) string {
	for _, form := range entries() {
		m := form.expr.FindStringSubmatch(title)
		if m == nil {
			continue
		}
		pattern := strings.Join(m[1:], "") + form.slot
		if _, ok := schema.Fill(pattern, title); ok {
			return pattern
		}
	}
	return ""
}

// isEntry reports whether pattern is one that [entryPattern] makes.
func isEntry(pattern string) bool {
	for _, form := range entries() {
		if strings.HasSuffix(pattern, form.slot) {
			return true
		}
	}
	return false
}

// goesOn reports whether pattern is that of a list that goes on, of which a file may have
// the first alone: days and releases.
func goesOn(pattern string) bool {
	return strings.Contains(pattern, "{"+dateSlot+"}") || isEntry(pattern) && !strings.HasSuffix(pattern, "{NAME}")
}

// compareEntries orders the titles of two entries by their dates or, where these
// do not tell, by the numbers in them: below 0 where a is the older one.
func compareEntries(a, b string) int {
	if x, y := dateExpr().FindString(a), dateExpr().FindString(b); x != "" && y != "" && x != y {
		return strings.Compare(x, y)
	}
	x, y := numberExpr().FindAllString(a, -1), numberExpr().FindAllString(b, -1)
	for i := range min(len(x), len(y)) {
		p, _ := strconv.Atoi(x[i])
		q, _ := strconv.Atoi(y[i])
		if p != q {
			return p - q
		}
	}
	return 0
}
