package templates

import "strings"

// QuestionBlocks returns the number of blocks in the text of the questions.
func QuestionBlocks() int { return strings.Count(questions, "\n\n") + 1 }
