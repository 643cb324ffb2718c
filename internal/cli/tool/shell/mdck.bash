# Completion of mdck for bash. Made by: mdck completion bash
#
# bash cuts words at = and : as well. The pieces are put together again here.
_mdck() {
	local rest=${COMP_LINE:0:COMP_POINT} piece= word count=0 i
	local -a words
	COMPREPLY=()
	for ((i = 0; i <= COMP_CWORD; i++)); do
		piece=${COMP_WORDS[i]}
		if ((i == 0)) || [[ $rest == [[:space:]]* ]]; then
			rest=${rest#"${rest%%[![:space:]]*}"}
			count=$((count + 1))
			words[count - 1]=
		fi
		((i == COMP_CWORD)) && piece=$rest
		rest=${rest#"$piece"}
		words[count - 1]+=$piece
	done
	[[ $piece == [=:]* ]] && piece=${piece##*[=:]}
	local kept=${words[count - 1]%"$piece"}
	while IFS=$'\t' read -r word _; do
		COMPREPLY+=("${word#"$kept"}")
	done < <(mdck completion --complete "${words[@]:1}" 2>/dev/null)
	# bash before version 4 has no compopt and adds a space too many.
	[[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace 2>/dev/null
	return 0
}
complete -o default -o bashdefault -F _mdck mdck
