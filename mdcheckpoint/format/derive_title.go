package format

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/schema"
)

// datedTitle is what all titles are but for one date in each; "" if they are not.
func datedTitle(titles []string) string {
	dated := ""
	for _, t := range titles {
		all := dateExpr().FindAllStringIndex(t, 2)
		if len(all) != 1 {
			return ""
		}
		p := t[:all[0][0]] + "{" + dateSlot + "}" + t[all[0][1]:]
		if _, ok := schema.Fill(p, t); !ok || dated != "" && p != dated {
			return ""
		}
		dated = p
	}
	return dated
}

// common is what titles have in common before and behind a placeholder; "" if they
// begin with nothing in common.
func common(titles []string) string {
	head, tail := strings.Fields(titles[0]), strings.Fields(titles[0])
	for _, t := range titles[1:] {
		words := strings.Fields(t)
		head = head[:agree(head, words, func(w []string, i int) string { return w[i] })]
		tail = tail[len(tail)-agree(tail, words, func(w []string, i int) string { return w[len(w)-1-i] }):]
	}
	least := len(strings.Fields(titles[0]))
	for _, t := range titles {
		least = min(least, len(strings.Fields(t)))
	}
	if len(head) == 0 || len(head) >= least {
		return ""
	}
	if len(head)+len(tail) >= least {
		tail = nil
	}
	title := strings.Join(append(append(slices.Clone(head), "{NAME}"), tail...), " ")
	for _, t := range titles {
		if _, ok := schema.Fill(title, t); !ok {
			return ""
		}
	}
	return title
}

// agree is how many words of a and b are the same, taken in turn.
func agree(a, b []string, at func([]string, int) string) int {
	n := 0
	for n < min(len(a), len(b)) && at(a, n) == at(b, n) {
		n++
	}
	return n
}
