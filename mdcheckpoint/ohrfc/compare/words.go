package compare

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Weights of words, by which bullets are alike. What is long or names something
// says more than "of" and "the", and a number alone says little: it is often what
// changed.
const (
	plainWeight = 1
	longWeight  = 2 // four letters and more, or a character that is a word
	nameWeight  = 4 // letters and digits, such as DEC-004
)

// readWords gives bullets their words.
func readWords(lists ...[]*bullet) {
	for _, b := range slices.Concat(lists...) {
		b.words, b.sum = wordsOf(b.body), 0
		slices.Sort(b.words)
		for _, w := range b.words {
			b.sum += weight(w)
		}
	}
}

func weight(word string) int {
	letter, digit := strings.IndexFunc(word, unicode.IsLetter) >= 0, strings.IndexFunc(word, unicode.IsDigit) >= 0
	first, _ := utf8.DecodeRuneInString(word)
	switch {
	case letter && digit:
		return nameWeight
	case letter && utf8.RuneCountInString(word) >= 4, isWord(first):
		return longWeight
	}
	return plainWeight
}

// wordsOf are the words of text in lower case: runs of letters, digits, _ and -,
// and single characters of scripts that put no spaces between words.
func wordsOf(text string) []string {
	var words []string
	for _, run := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !inWord(r) }) {
		start := 0
		for i, r := range run {
			if isWord(r) {
				words = appendWord(words, run[start:i])
				start = i + utf8.RuneLen(r)
				words = append(words, run[i:start])
			}
		}
		words = appendWord(words, run[start:])
	}
	return words
}

func appendWord(words []string, word string) []string {
	if word = strings.Trim(word, "-_"); word != "" {
		words = append(words, word)
	}
	return words
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_' || r == '-'
}

func isWord(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai)
}

// likeness is from 0 to 1: the share that the words of two bullets have in
// common, by weight (Dice's coefficient).
func (c *comparer) likeness(x, y *bullet) float64 {
	if x.sum+y.sum == 0 {
		return 0
	}
	shared := 0
	for i, j := 0, 0; i < len(x.words) && j < len(y.words); {
		c.steps++
		switch {
		case x.words[i] < y.words[j]:
			i++
		case x.words[i] > y.words[j]:
			j++
		default:
			shared += weight(x.words[i])
			i++
			j++
		}
	}
	return float64(2*shared) / float64(x.sum+y.sum)
}

// effort is how many steps it takes at most to compare all of a with all of b.
func effort(a, b []*bullet) int64 {
	return int64(len(b))*wordCount(a) + int64(len(a))*wordCount(b)
}

// wordCount is the number of words of bullets, at least one each.
func wordCount(bullets []*bullet) int64 {
	n := int64(0)
	for _, b := range bullets {
		n += int64(max(1, len(b.words)))
	}
	return n
}
