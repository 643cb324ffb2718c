# Completion of mdck for bash. Made by: mdck completion bash
#
# bash cuts words at = and : and hands on quotes as they were typed. The pieces are
# put together again here; mdck takes the quotes off.
_mdck() {
	local rest=${COMP_LINE:0:COMP_POINT} piece= how= reply count=0 i
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
	{
		IFS= read -r how
		while IFS= read -r reply; do
			COMPREPLY+=("${reply#"$kept"}")
		done
	} < <(mdck completion --complete bash -- "${words[@]:1}" 2>/dev/null)
	# Older than 4, bash has no compopt: then it offers files too often, and a
	# space too many.
	[[ $how == files ]] || compopt +o default +o bashdefault 2>/dev/null
	[[ ${COMPREPLY[0]-} == *[=/] ]] && compopt -o nospace 2>/dev/null
	return 0
}
complete -o default -o bashdefault -F _mdck mdck
