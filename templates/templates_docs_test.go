package templates

import "strings"

// QuestionBlocks returns how many blocks the text of the questions has.
func QuestionBlocks() int { return strings.Count(questions, "\n\n") + 1 }
