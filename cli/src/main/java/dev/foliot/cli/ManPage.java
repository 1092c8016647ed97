package dev.foliot.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The manual page of a command, made from what {@code --help} shows.
 *
 * <p>In the macros of man(7). Picocli's own generator makes AsciiDoc, which needs Asciidoctor and
 * with it a Ruby.
 */
final class ManPage {
  private static final Pattern HEADING = Pattern.compile("[A-Z][A-Za-z ]*:");

  private final CommandSpec spec;
  private final StringBuilder page = new StringBuilder();

  private ManPage(CommandSpec spec) {
    this.spec = spec;
  }

  /** The pages of a command and of all below it, by file name, as in {@code foliot-bench.1}. */
  static Map<String, String> all(CommandLine root) {
    Map<String, String> pages = new TreeMap<>();
    add(root, pages);
    return pages;
  }

  private static void add(CommandLine line, Map<String, String> pages) {
    pages.put(name(line.getCommandSpec()) + ".1", new ManPage(line.getCommandSpec()).text());
    line.getSubcommands().values().forEach(below -> add(below, pages));
  }

  private static String name(CommandSpec spec) {
    return spec.qualifiedName("-");
  }

  private String text() {
    UsageMessageSpec usage = spec.usageMessage();
    String version = spec.root().version()[0];
    List<String> about = lines(usage.description());
    page.append(
        ".TH \"%s\" 1 \"\" \"%s\" \"Foliot\"\n"
            .formatted(
                name(spec).toUpperCase(Locale.ROOT), version.substring(0, version.indexOf(','))));
    heading("NAME");
    line(name(spec) + " - " + summary(about));
    heading("SYNOPSIS");
    line(spec.commandLine().getHelp().synopsis(0).replaceAll("\\s+", " ").strip());
    heading("DESCRIPTION");
    about.forEach(this::prose);
    options();
    commands();
    exitCodes(usage.exitCodeList());
    lines(usage.footer()).forEach(this::prose);
    if (spec.parent() != null) {
      heading("SEE ALSO");
      line(name(spec.parent()) + "(1)");
    }
    return page.toString();
  }

  private void options() {
    heading("OPTIONS");
    spec.positionalParameters().stream()
        .filter(parameter -> !parameter.hidden())
        .forEach(parameter -> item(parameter.paramLabel(), parameter));
    spec.options().stream()
        .filter(option -> !option.hidden())
        .forEach(option -> item(written(option), option));
  }

  private static String written(OptionSpec option) {
    String names = String.join(", ", option.names());
    if (option.arity().max() == 0) {
      return names;
    }
    return names + (option.arity().min() == 0 ? "[=%s]" : "=%s").formatted(option.paramLabel());
  }

  private void item(String name, ArgSpec argument) {
    page.append(".TP\n\\fB").append(escaped(name)).append("\\fR\n");
    // picocli has formatted these
    line(Help.Ansi.OFF.string(String.join(" ", argument.description())));
  }

  private void commands() {
    if (!spec.subcommands().isEmpty()) {
      heading("COMMANDS");
      spec.subcommands()
          .values()
          .forEach(below -> {
            CommandSpec command = below.getCommandSpec();
            page.append(".TP\n\\fB").append(escaped(name(command))).append("\\fR(1)\n");
            line(summary(lines(command.usageMessage().description())));
          });
    }
  }

  private void exitCodes(Map<String, String> codes) {
    if (!codes.isEmpty()) {
      heading("EXIT STATUS");
      codes.forEach((code, when) -> {
        page.append(".TP\n\\fB").append(code).append("\\fR\n");
        line(when);
      });
    }
  }

  /** The first sentence. */
  private static String summary(List<String> about) {
    String text = String.join(" ", about);
    int end = text.indexOf(". ");
    return (end < 0 ? text : text.substring(0, end)).replaceAll("[.:]$", "");
  }

  /** Lines of a description or a footer, which are format strings. */
  private static List<String> lines(String... given) {
    return List.of(given).stream()
        .flatMap(one -> String.format(Locale.ROOT, one).lines())
        .map(one -> Help.Ansi.OFF.string(one))
        .toList();
  }

  /** A line of text: indented ones stay as they are, a heading is one, an empty one is a gap. */
  private void prose(String text) {
    if (text.isBlank()) {
      page.append(".PP\n");
    } else if (text.startsWith(" ")) {
      page.append(".nf\n");
      line(text);
      page.append(".fi\n");
    } else if (HEADING.matcher(text).matches()) {
      heading(text.substring(0, text.length() - 1).toUpperCase(Locale.ROOT));
    } else {
      line(text);
    }
  }

  private void heading(String text) {
    page.append(".SH ").append(text).append('\n');
  }

  private void line(String text) {
    // a point at the start would be a request
    page.append(text.startsWith(".") ? "\\&" : "").append(escaped(text)).append('\n');
  }

  private static String escaped(String text) {
    return text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq");
  }
}
