package compare

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode"
)

const (
	// minimum likeness of a reworded bullet
	rewordedFrom = 0.5
	maxPairs     = 1 << 18
)

type pair struct {
	a, b *bullet
	like float64
}

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
	sort.SliceStable(pairs, func(i, j int) bool { return pairs[i].like > pairs[j].like })
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

// readWords sets the words of the bullets, in lower case and sorted.
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

// likeness returns the share of common words, from 0 to 1 (Dice's coefficient).
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
