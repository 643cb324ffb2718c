// Package nearest finds the name that was meant where an unknown one was given.
package nearest

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"
)

// Of gives those of known that name may have been meant for, the nearest first, of those the one that begins alike:
// names that differ from it in at most a third of the letters of the shorter, or
// in two.
func Of(name string, known []string) []string {
	letters := utf8.RuneCountInString(name)
	distances := map[string]int{}
	var near []string
	for _, k := range known {
		n := utf8.RuneCountInString(k)
		most := max(2, min(letters, n)/3)
		if n-letters > most || letters-n > most {
			continue
		}
		if d := Distance(name, k); d <= most && d < n {
			distances[k] = d
			near = append(near, k)
		}
	}
	slices.SortStableFunc(near, func(a, b string) int {
		return cmp.Or(distances[a]-distances[b], cmp.Compare(initials(name, b), initials(name, a)))
	})
	return near
}

// initials returns how many of the first letters of two names are equal.
func initials(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// Hint is the end of a message about an unknown name: " (did you mean "main"?)", with the
// nearest of known; "" if none is near.
func Hint(name string, known []string) string {
	if near := Of(name, known); len(near) > 0 {
		return fmt.Sprintf(" (did you mean %q?)", near[0])
	}
	return ""
}

// Distance is how many letters have to be put in, taken out, changed or swapped
// with a neighbour to make b of a. It takes time in proportion to the product of
// their lengths.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(y); j++ {
			change := last[j-1]
			if x[i-1] != y[j-1] {
				change++
			}
			row[j] = min(last[j]+1, row[j-1]+1, change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(y)]
}
