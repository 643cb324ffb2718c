package compare

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A vocabulary numbers the words of both versions.
type vocabulary struct {
	numbers map[string]int32
	weights []int // by number
}

// Weights of words, by which bullets are alike. What is long or names something
// says more than "of" and "the", and a number alone says little: it is often what
// changed.
const (
	plainWeight = 1
	longWeight  = 2 // four letters and more, or a character that is a word
	nameWeight  = 4 // letters and digits, such as DEC-004
)

// read gives b its words.
func (v *vocabulary) read(b *bullet) {
	if b.words != nil {
		return
	}
	b.words = []int32{}
	for _, w := range wordsOf(b.body) {
		n := v.number(w)
		b.words = append(b.words, n)
		b.sum += v.weights[n]
	}
	slices.Sort(b.words)
}

func (v *vocabulary) number(word string) int32 {
	if n, ok := v.numbers[word]; ok {
		return n
	}
	if v.numbers == nil {
		v.numbers = map[string]int32{}
	}
	n := int32(len(v.weights))
	v.numbers[word] = n
	v.weights = append(v.weights, weight(word))
	return n
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
			shared += c.words.weights[x.words[i]]
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
