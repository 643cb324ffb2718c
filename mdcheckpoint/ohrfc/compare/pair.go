package compare

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

const (
	// rewordedFrom is how much alike two bullets of a section are, at least, of
	// which one is the other in other words.
	rewordedFrom = 0.5
	// maxPairs is how many pairs of bullets a search compares at most.
	maxPairs = 1 << 18
)

// A pair is a bullet of a and one of b in the same place, which are alike.
type pair struct {
	a, b *bullet
	like float64
}

// reword pairs bullets of a place that say it in other words.
func (c *comparer) reword() {
	c.reworded = map[*place][]Rewording{}
	pairs := 0
	for _, p := range c.b.places {
		pairs += len(p.twin.open()) * len(p.open())
	}
	if pairs > maxPairs {
		return
	}
	for _, p := range c.b.places {
		c.reworded[p] = rewordings(p.twin.open(), p.open())
	}
}

// rewordings takes the most alike first, and of equals those nearest to the top. That
// gives the same pairs from both sides.
func rewordings(a, b []*bullet) []Rewording {
	readWords(a, b)
	var pairs []pair
	for _, x := range a {
		for _, y := range b {
			if like := likeness(x, y); x.label == y.label && like >= rewordedFrom {
				pairs = append(pairs, pair{x, y, like})
			}
		}
	}
	slices.SortStableFunc(pairs, func(m, n pair) int { return cmp.Compare(n.like, m.like) })
	from := map[*bullet]*bullet{}
	for _, p := range pairs {
		if !p.a.done && !p.b.done {
			p.a.done, p.b.done = true, true
			from[p.b] = p.a
		}
	}
	var all []Rewording
	for _, y := range b {
		if x := from[y]; x != nil {
			all = append(all, Rewording{From: x.text, To: y.text})
		}
	}
	return all
}

// readWords gives bullets their words in lower case, sorted: runs of letters, digits, _ and -, and
// single characters of scripts that put no spaces between words.
func readWords(lists ...[]*bullet) {
	for _, b := range slices.Concat(lists...) {
		var text strings.Builder
		for _, r := range strings.ToLower(b.body) {
			switch {
			case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai):
				text.WriteString(" " + string(r) + " ")
			case unicode.In(r, unicode.L, unicode.Nd, unicode.M) || r == '_' || r == '-':
				text.WriteRune(r)
			default:
				text.WriteByte(' ')
			}
		}
		b.words = strings.Fields(text.String())
		slices.Sort(b.words)
	}
}

// likeness is from 0 to 1: the share of the words of two bullets that they have in common (Dice's
// coefficient).
func likeness(x, y *bullet) float64 {
	shared := 0
	for i, j := 0, 0; i < len(x.words) && j < len(y.words); {
		switch cmp.Compare(x.words[i], y.words[j]) {
		case -1:
			i++
		case 1:
			j++
		default:
			shared++
			i++
			j++
		}
	}
	return float64(2*shared) / float64(max(1, len(x.words)+len(y.words)))
}
