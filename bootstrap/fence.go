package bootstrap

import (
	"fmt"
	"strings"
)

type fitted struct {
	text  string
	texts int // number of the part's texts in text
}

// fit returns a part as a fenced quotation with as many of its texts as fit in room bytes. It skips
// texts that do not fit, but stops at the first line that does not fit.
func fit(part Part, from string, room int) fitted {
	head := fmt.Sprintf("\n%s, from %s:\n", part.Title, from)
	var lines []string
	size, fence := len(head), minFence
	for _, t := range part.Texts {
		line := part.line(t) + "\n"
		longer := max(fence, longestRun(line)+1)
		if size+len(line)+2*(longer+1) > room {
			if part.Lines {
				break
			}
			continue
		}
		lines = append(lines, line)
		size, fence = size+len(line), longer
	}
	if len(lines) == 0 {
		return fitted{}
	}
	ticks := strings.Repeat("`", fence) + "\n"
	return fitted{head + ticks + strings.Join(lines, "") + ticks, len(lines)}
}

// minFence is the minimum number of backticks in a fence.
const minFence = 3

// longestRun returns the length of the longest run of backticks in text.
func longestRun(text string) int {
	longest, run := 0, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}
