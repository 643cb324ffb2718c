package report

import (
	"slices"
	"strings"
	"unicode"
)

// wide has the blocks of characters with two columns. Source: Unicode 16, EastAsianWidth.txt, W and
// F.
var wide = [...][2]rune{
	{0x1100, 0x115f}, {0x231a, 0x231b}, {0x23e9, 0x23ec}, {0x25fd, 0x25fe}, {0x2614, 0x2615}, {0x2648, 0x2653}, {0x26ce, 0x26d4},
	{0x2705, 0x2705}, {0x270a, 0x270b}, {0x274c, 0x274e}, {0x2753, 0x2757}, {0x2795, 0x2797}, {0x2e80, 0x303e}, {0x3041, 0x4dbf},
	{0x4e00, 0xa4cf}, {0xa960, 0xa97c}, {0xac00, 0xd7a3}, {0xf900, 0xfaff}, {0xfe10, 0xfe19}, {0xfe30, 0xfe6b}, {0xff01, 0xff60},
	{0xffe0, 0xffe6}, {0x16fe0, 0x1b2fb}, {0x1f18e, 0x1f19a}, {0x1f200, 0x1f320}, {0x1f32d, 0x1f393}, {0x1f3a0, 0x1f64f},
	{0x1f680, 0x1f6fc}, {0x1f7e0, 0x1f7f0}, {0x1f90c, 0x1faff}, {0x20000, 0x3fffd},
}

// columns returns the width of r in a terminal: 0, 1 or 2. Terminals differ in emoji.
func columns(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	}
	_, found := slices.BinarySearchFunc(wide[:], r, func(block [2]rune, r rune) int {
		switch {
		case block[1] < r:
			return -1
		case block[0] > r:
			return 1
		}
		return 0
	})
	if found {
		return 2
	}
	return 1
}

// Width returns the width of text in columns of a terminal.
func Width(text string) int {
	n := 0
	for _, r := range text {
		n += columns(r)
	}
	return n
}

// Fit returns text on one line of at most n columns, cut with an ellipsis. n is at least 1.
func Fit(text string, n int) string { return strings.TrimRight(fit(text, n), " ") }

func fit(text string, n int) string {
	text = OneLine(text)
	if short := cut(text, n); short != text {
		text = cut(text, n-1) + "…"
	}
	return text + strings.Repeat(" ", n-Width(text))
}

// maxMarks limits consecutive characters without width.
const maxMarks = 8

func cut(text string, n int) string {
	used, marks := 0, 0
	for i, r := range text {
		w := columns(r)
		if marks++; w > 0 {
			marks = 0
		}
		if used += w; used > n || marks > maxMarks {
			return text[:i]
		}
	}
	return text
}
