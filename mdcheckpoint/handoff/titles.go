package handoff

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"

	"mdck/internal/spelling"
)

// sections has the key of each section, its title, and other titles that people use.
var sections = [...][3]string{
	{goalKey, "Goal", "goals, objective, objectives, task, current task, ziel, ziele, objectif, objetivo, obiettivo, цель, 目标, 目標, 목표"},
	{nextKey, "Next action", "next, nächste schritte, nächster schritt, als nächstes, prochaines étapes, prochaine étape, " +
		"próximos pasos, próximo paso, próximos passos, próximo passo, prossimi passi, prossimo passo, следующие шаги, следующий шаг, " +
		"下一步, 次のステップ, 次にやること, 다음 할 일, 다음 단계, 다음 작업"},
	{pendingKey, "Pending", "remaining, outstanding, open, left, remains, todo, todos, to do, backlog, upcoming, offen, offene punkte, noch zu tun, " +
		"à faire, reste à faire, pendiente, pendientes, pendente, pendentes, por hacer, a fazer, da fare, осталось, 待办, 待办事项, 未完成, 残タスク, 남은 작업, 남은 일"},
	{doneKey, "Done", "completed, finished, accomplished, shipped, erledigt, fertig, fait, terminé, hecho, completado, feito, concluído, fatto, completato, " +
		"сделано, готово, 已完成, 完了, 完了した作業, 완료, 완료된 작업, 완료한 작업"},
	{decisionsKey, "Decisions", "decision, decided, entscheidungen, décisions, decisiones, decisões, decisioni, решения, 决策, 关键决策, 決定事項, 결정사항, 결정 사항"},
	{blockersKey, "Blockers", "blocker, blocked, blockaden, blockiert, blocages, bloqueos, bloqueios, blocchi, блокеры, 阻塞, ブロッカー, 블로커"},
	{verificationKey, "Verification", "verified, tests, test, checks, verifiziert, verifizierung, vérification, verificación, verificação, verifica, проверка, 验证, 検証, 검증"},
	{factsKey, "Facts", ""},
}

// filler has words that do not identify a section, such as "was" in "What was completed".
const filler = " a actions action agent all already any architectural architecture as at been by come current currently design do does epics exact far for has have immediate immediately implementation important in is issues item items " +
	"just key known likely list made main milestones move must needs of on one order other our phases points priorities priority recommended result results roughly session should so status step steps still suggested task tasks technical the these thing things this threads " +
	"to today up was we were what what's with work worked yet you "

// byName maps known titles in lower case to the titles that mdck writes.
var byName = sync.OnceValue(func() map[string]string {
	all := map[string]string{}
	for _, s := range sections[:len(sections)-1] { // only mdck writes the facts section
		all[strings.ToLower(s[1])] = s[1]
		for name := range strings.SplitSeq(s[2], ", ") {
			all[name] = s[1]
		}
	}
	return all
})

func plainTitle(title string) string {
	title = spelling.PlainTitle(spelling.WithoutPictures(title))
	return cmp.Or(sectionTitle(title), title)
}

// sectionTitle returns the title that mdck writes for a heading or label, or "".
func sectionTitle(title string) string {
	words := titleWords(title)
	if known := byName()[strings.Join(words, " ")]; known != "" {
		return known
	}
	words = slices.DeleteFunc(words, func(word string) bool { return strings.Contains(filler, " "+word+" ") })
	if len(words) == 0 || len(words) > 1 && slices.ContainsFunc(words, func(word string) bool { return !isTodo(byName()[word]) }) {
		return ""
	}
	return byName()[words[0]]
}

func isTodo(title string) bool { return title == sections[1][1] || title == sections[2][1] }

// titleWords returns the words of a title, without a second part such as "and decisions".
func titleWords(title string) []string {
	title = strings.NewReplacer("’", "'", "to be done", "todo").Replace(strings.ToLower(title))
	for _, end := range []string{" (", "（", " / ", " & ", " + ", " and "} {
		title, _, _ = strings.Cut(title, end)
	}
	return strings.FieldsFunc(title, func(r rune) bool {
		return !strings.ContainsRune("'—–", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
	})
}

// isOther reports whether the items below a label, such as "Not built yet:", do not belong to the
// section key.
func isOther(key, label string) bool {
	words := titleWords(label)
	title := sectionTitle(label)
	return title != "" && title != groupOf(key).Title || key == doneKey && slices.Contains(words, "not")
}
