package tokens

import "unicode/utf8"

// The official patterns backtrack. The functions below do not.

// nextO200k returns the end of the piece of o200k_base that starts at i:
//
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n/]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+
func nextO200k(text string, i int) int {
	if end := plainWord(text, i); end > i {
		return end
	}
	class, after := classAt(text, i)
	switch {
	case class&classLetter != 0:
		end, _ := word(text, i)
		return contraction(text, end)
	case class&(classNumber|classNewline) == 0:
		end, first := word(text, after)
		if !first && class&classLower != 0 {
			// a mark is also in the class of lower case, so the first alternative matches
			end = after
		}
		if first || class&classLower != 0 || end > after {
			return contraction(text, end)
		}
	}
	return noWord(text, i, true)
}

// plainWord returns the end of lower-case ASCII letters at i, after an optional space, or i. Most
// pieces are such words, which need no look-up of classes.
func plainWord(text string, i int) int {
	start := i
	if text[i] == ' ' {
		start++
	}
	end := start
	for end < len(text) && 'a' <= text[end] && text[end] <= 'z' {
		end++
	}
	if end == start || end < len(text) && (text[end] >= utf8.RuneSelf || text[end] == '\'') {
		return i
	}
	return end
}

// nextCL100k returns the end of the piece of cl100k_base that starts at i:
//
//	(?i:'s|'t|'re|'ve|'m|'ll|'d)
//	[^\r\n\p{L}\p{N}]?\p{L}+
//	\p{N}{1,3}
//	 ?[^\s\p{L}\p{N}]+[\r\n]*
//	\s*[\r\n]+
//	\s+(?!\S)
//	\s+
func nextCL100k(text string, i int) int {
	if end := contraction(text, i); end > i {
		return end
	}
	class, start := classAt(text, i)
	if class&classLetter != 0 {
		return run(text, start, classLetter)
	}
	if class&(classNumber|classNewline) == 0 {
		if end := run(text, start, classLetter); end > start {
			return end
		}
	}
	return noWord(text, i, false)
}

// word returns the end of a word of o200k_base at i, or i. first reports whether the first
// alternative matches, which ends in lower case.
func word(text string, i int) (end int, first bool) {
	caseless := i // end of the last character of both cases
	end = i
	for end < len(text) {
		class, after := classAt(text, end)
		if class&classUpper == 0 {
			if class&classLower != 0 {
				return run(text, after, classLower), true
			}
			break
		}
		if class&classLower != 0 {
			caseless = after
		}
		end = after
	}
	if caseless > i {
		// no lower case follows, so the pattern backtracks to the last character of both cases
		return caseless, true
	}
	return end, false
}

// contraction returns the end of (?i:'s|'t|'re|'ve|'m|'ll|'d)? at i.
func contraction(text string, i int) int {
	if i+1 >= len(text) || text[i] != '\'' {
		return i
	}
	second := byte(0)
	switch text[i+1] | 0x20 {
	case 's', 't', 'm', 'd':
		return i + 2
	case 'r', 'v':
		second = 'e'
	case 'l':
		second = 'l'
	default:
		return i
	}
	if i+2 < len(text) && text[i+2]|0x20 == second {
		return i + 3
	}
	return i
}

// noWord returns the end of a piece that is not a word. slashes allows slashes after punctuation.
func noWord(text string, i int, slashes bool) int {
	class, after := classAt(text, i)
	switch {
	case class&classNumber != 0:
		return digits(text, after)
	case class&classOther != 0:
		return punctuation(text, after, slashes)
	case text[i] == ' ' && after < len(text):
		if class, end := classAt(text, after); class&classOther != 0 {
			return punctuation(text, end, slashes)
		}
	}
	return space(text, i)
}

// digits returns the end of \p{N}{1,3}. i is the end of the first digit.
func digits(text string, i int) int {
	for n := 1; n < 3 && i < len(text); n++ {
		class, after := classAt(text, i)
		if class&classNumber == 0 {
			break
		}
		i = after
	}
	return i
}

// punctuation returns the end of [^\s\p{L}\p{N}]+[\r\n]*, with slashes also [\r\n/]*. i is the end
// of the first character.
func punctuation(text string, i int, slashes bool) int {
	i = run(text, i, classOther)
	for i < len(text) && (text[i] == '\n' || text[i] == '\r' || slashes && text[i] == '/') {
		i++
	}
	return i
}

// space returns the end of \s*[\r\n]+|\s+(?!\S)|\s+ at i, which must match.
func space(text string, i int) int {
	end, last, newline := i, i, i // last: start of the last character
	for end < len(text) {
		class, after := classAt(text, end)
		if class&classSpace == 0 {
			break
		}
		if class&classNewline != 0 {
			newline = after
		}
		last, end = end, after
	}
	switch {
	case newline > i: // \s* backtracks to the last line end
		return newline
	case end < len(text) && last > i: // the last character begins the next piece
		return last
	}
	return end
}

// run returns the end of the characters from i on whose class is in mask.
func run(text string, i int, mask charClass) int {
	for i < len(text) {
		if c := text[i]; c < utf8.RuneSelf { // as in classAt, which is not inlined
			if charClass(classes[firstStage+int(c)])&mask == 0 {
				break
			}
			i++
			continue
		}
		class, after := classAt(text, i)
		if class&mask == 0 {
			break
		}
		i = after
	}
	return i
}
