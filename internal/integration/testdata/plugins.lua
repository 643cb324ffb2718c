-- Stand-ins for the plugins that the recipes configure: of each only what its
-- manual says it does with such a configuration.

local severities = { E = 1, W = 2, I = 3, N = 4 }

-- run gives output and status of a command that reads text.
local function run(command, text)
  local out, status = nil, nil
  local job = vim.fn.jobstart(command, {
    stdout_buffered = true,
    on_stdout = function(_, data) out = data end,
    on_exit = function(_, code) status = code end,
  })
  if job <= 0 then return {}, 127 end
  pcall(vim.fn.chansend, job, text) -- a program may end without reading
  vim.fn.chanclose(job, "stdin")
  vim.wait(10000, function() return status ~= nil and out ~= nil end)
  return out, status
end

local function buffer_text()
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, true)
  if vim.bo.endofline then table.insert(lines, "") end
  return table.concat(lines, "\n")
end

local function filled(args)
  local all = {}
  for _, arg in ipairs(args) do
    if type(arg) == "function" then arg = arg() end
    if arg == "$FILENAME" then arg = vim.api.nvim_buf_get_name(0) end
    table.insert(all, arg)
  end
  return all
end

local function replace(out)
  if vim.bo.endofline and out[#out] == "" then table.remove(out) end
  vim.api.nvim_buf_set_lines(0, 0, -1, true, out)
end

-- nvim-lint
package.preload["lint.parser"] = function()
  return {
    from_errorformat = function(format, skeleton)
      return function(lines, bufnr)
        local found = {}
        for _, item in ipairs(vim.fn.getqflist({ efm = format, lines = lines }).items) do
          if item.valid == 1 and item.bufnr == bufnr then
            table.insert(found, {
              lnum = item.lnum - 1, col = item.col - 1, message = item.text,
              severity = severities[item.type:upper()], source = skeleton.source,
            })
          end
        end
        return found
      end
    end,
  }
end
package.preload["lint"] = function()
  local lint = { linters = {}, linters_by_ft = {} }
  function lint.try_lint()
    for _, name in ipairs(lint.linters_by_ft[vim.bo.filetype] or {}) do
      local linter = lint.linters[name]
      assert(linter.stdin and linter.stream == "stdout")
      local out, status = run({ linter.cmd, unpack(filled(linter.args)) }, buffer_text())
      assert(status == 0 or linter.ignore_exitcode)
      vim.diagnostic.set(vim.api.nvim_create_namespace(name), 0, linter.parser(out, vim.api.nvim_get_current_buf()))
    end
  end
  return lint
end

-- conform.nvim
package.preload["conform"] = function()
  return {
    setup = function(options)
      vim.api.nvim_create_autocmd("BufWritePre", {
        callback = function()
          assert(options.format_on_save.timeout_ms > 0)
          for _, name in ipairs(options.formatters_by_ft[vim.bo.filetype] or {}) do
            local formatter = options.formatters[name]
            assert(formatter.stdin)
            local out, status = run({ formatter.command, unpack(filled(formatter.args)) }, buffer_text())
            if status == 0 then replace(out) end
          end
        end,
      })
    end,
  }
end

-- none-ls
local generators = {}
package.preload["null-ls"] = function()
  return {
    methods = { DIAGNOSTICS = "diagnostics", FORMATTING = "formatting" },
    generator = function(options) return options end,
    register = function(sources)
      for _, source in ipairs(sources) do
        generators[source.method] = source
      end
    end,
  }
end
package.preload["null-ls.helpers"] = function()
  return { formatter_factory = function(options) return options end }
end

-- none_ls runs the source that was registered for a method on the buffer.
function _G.none_ls(method)
  local source = generators[method]
  assert(vim.tbl_contains(source.filetypes, vim.bo.filetype))
  local g = source.generator
  assert(g.to_stdin)
  local out, status = run({ g.command, unpack(filled(g.args)) }, buffer_text())
  if method == "formatting" then
    if status == 0 then replace(out) end
    return
  end
  assert(g.format == "line" and g.check_exit_code(status))
  local found = {}
  for _, line in ipairs(out) do
    local d = g.on_output(line, { bufname = vim.api.nvim_buf_get_name(0) })
    if d then
      table.insert(found, {
        lnum = tonumber(d.row) - 1, col = tonumber(d.col) - 1, severity = d.severity,
        message = d.message .. " [" .. d.code .. "]", source = d.source,
      })
    end
  end
  vim.diagnostic.set(vim.api.nvim_create_namespace("none-ls"), 0, found)
end

-- What Neovim 0.11 has built in, for an older one.
if not vim.lsp.config then
  local configs = {}
  function vim.lsp.config(name, config) configs[name] = config end
  function vim.lsp.enable(name)
    local c = assert(configs[name], "no configuration of that name")
    local clients = {}
    vim.api.nvim_create_autocmd("FileType", {
      pattern = c.filetypes,
      callback = function(args)
        local found = vim.fs and vim.fs.find(c.root_markers, { upward = true, path = vim.api.nvim_buf_get_name(args.buf) })[1]
        local root = found and vim.fs.dirname(found) or vim.fn.getcwd()
        clients[root] = clients[root] or vim.lsp.start_client({ name = name, cmd = c.cmd, root_dir = root })
        vim.lsp.buf_attach_client(args.buf, assert(clients[root]))
      end,
    })
  end
end
