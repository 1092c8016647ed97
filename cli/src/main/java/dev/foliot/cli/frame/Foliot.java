package dev.foliot.cli.frame;

import dev.foliot.bench.BadOptionException;
import dev.foliot.cli.screen.Brief;
import dev.foliot.cli.screen.Console;
import dev.foliot.diagnose.counters.capture.CaptureException;
import dev.foliot.fleet.cells.FleetException;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.store.StoreException;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command {@code foliot} and what all its commands share. */
@Command(
    name = "foliot",
    description = "A latency laboratory for the JVM.",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = Version.class,
    sortOptions = false,
    mixinStandardHelpOptions = true,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:done",
      "1:internal failure",
      "2:wrong usage or unreadable input",
      "3:a threshold was missed",
      "4:the environment refuses",
      "5:the result is INVALID",
      "130:interrupted"
    })
public final class Foliot {
  private static final int LONGEST_ERROR = 1_000;
  private static final String STORE_VARIABLE = "FOLIOT_STORE";
  private static final String USUAL_STORE = ".foliot";

  @Option(
      names = "--store",
      paramLabel = "DIR",
      scope = ScopeType.INHERIT,
      description = "Where runs are kept (FOLIOT_STORE, else .foliot here).")
  private @Nullable Path store;

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      description = "Print the result as one JSON object.")
  private boolean json;

  @Option(
      names = "--details",
      scope = ScopeType.INHERIT,
      description = "Print everything, not only the answer.")
  private boolean details;

  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show a stack trace with an error.")
  private boolean verbose;

  private final Console console;
  private final List<String> commandLine;

  private Foliot(Console console, List<String> commandLine) {
    this.console = console;
    this.commandLine = commandLine;
  }

  /**
   * The command line that executes such words.
   *
   * @param commands those that it has
   */
  public static CommandLine line(
      String[] args, Console console, Function<Foliot, Collection<Supplier<Object>>> commands) {
    List<String> words = new ArrayList<>(List.of("foliot"));
    words.addAll(List.of(args));
    Foliot foliot = new Foliot(console, words);
    CommandLine line = new CommandLine(foliot);
    commands.apply(foliot).forEach(command -> line.addSubcommand(command.get()));
    return line.setOut(writer(console.out()))
        .setErr(writer(console.err()))
        .setUsageHelpAutoWidth(false)
        // a value such as @body.json is the command's to read
        .setExpandAtFiles(false)
        .setExecutionExceptionHandler((e, command, parsed) -> foliot.failed(e))
        .setParameterExceptionHandler((e, given) -> foliot.misused(e, given));
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, stream.charset());
  }

  private int misused(CommandLine.ParameterException e, String[] words) {
    String name = e.getCommandLine().getCommandSpec().qualifiedName();
    if (e.getCommandLine().getParent() == null && words.length == 0) {
      String commands = String.join(", ", e.getCommandLine().getSubcommands().keySet());
      console.error("say what to do: " + commands + " (see " + name + " --help)");
      return ExitCode.USAGE;
    }
    console.error(oneLine(problem(e)) + " (see " + name + " --help)");
    return ExitCode.USAGE;
  }

  private static @Nullable String problem(CommandLine.ParameterException e) {
    if (!(e instanceof CommandLine.UnmatchedArgumentException unmatched)
        || unmatched.getUnmatched().isEmpty()) {
      return e.getMessage();
    }
    String word = unmatched.getUnmatched().getFirst();
    CommandLine line = e.getCommandLine();
    if (word.startsWith("-")) {
      int value = word.indexOf('=');
      String option = value < 0 ? word : word.substring(0, value);
      List<String> known = new ArrayList<>();
      line.getCommandSpec().options().stream()
          .filter(one -> !one.hidden())
          .forEach(one -> known.addAll(List.of(one.names())));
      return "unknown option '"
          + option
          + "'"
          + (runsProgram(line)
              ? ": write the program's own arguments after --, as in -- " + word
              : instead(Suggestions.of(option, known)));
    }
    if (!line.getSubcommands().isEmpty()) {
      return unknownCommand(word, line).getMessage();
    }
    return "unexpected argument '" + word + "': leave it out";
  }

  /** Whether words may be meant for a program that the command runs. */
  private static boolean runsProgram(CommandLine line) {
    CommandLine.Model.OptionSpec jlbh = line.getCommandSpec().findOption("--jlbh");
    return jlbh != null && Boolean.TRUE.equals(jlbh.getValue());
  }

  /** What to say of a command that does not exist. */
  public static FoliotException unknownCommand(String word, CommandLine line) {
    Collection<String> known = line.getSubcommands().keySet();
    List<String> near = Suggestions.of(word, known);
    return FoliotException.usage(
        "unknown command '"
            + oneLine(word)
            + "'"
            + (near.isEmpty() ? ": choose " + String.join(", ", known) : instead(near)));
  }

  public static String instead(List<String> words) {
    return words.isEmpty() ? "" : ": did you mean " + String.join(" or ", words) + "?";
  }

  private int failed(Exception e) {
    int code =
        switch (e) {
          case BadOptionException bad -> ExitCode.USAGE;
          case FleetException unreadable -> ExitCode.USAGE;
          case CaptureException unreadable -> ExitCode.USAGE;
          case FoliotException failure ->
              failure.whose() == FoliotException.Cause.USAGE
                  ? ExitCode.USAGE
                  : ExitCode.ENVIRONMENT;
          case StoreException stored -> StoreFailure.exitCode(stored);
          case InterruptedException interrupted -> ExitCode.INTERRUPTED;
          default -> ExitCode.INTERNAL;
        };
    if (code == ExitCode.INTERNAL) {
      console.error(
          "internal failure: "
              + oneLine(e.toString())
              + (verbose ? "" : " (run it again with --verbose and report what it shows)"));
    } else if (code != ExitCode.INTERRUPTED || e.getMessage() != null) {
      console.error(oneLine(e.getMessage()));
    }
    if (verbose) {
      e.printStackTrace(console.err());
    }
    return code;
  }

  private static String oneLine(@Nullable String message) {
    return Shown.text(message, LONGEST_ERROR);
  }

  public Console console() {
    return console;
  }

  /** What the user wrote. */
  public List<String> commandLine() {
    return commandLine;
  }

  public boolean json() {
    return json;
  }

  /** Whether everything is printed, not only the answer. */
  public boolean details() {
    return details;
  }

  /** What prints the answer. */
  public Brief brief() {
    return new Brief(console);
  }

  /** How a result is printed. */
  public Output output() {
    return new Output(console, json, details, next());
  }

  /** Commands that continue this one. */
  public NextCommands next() {
    return new NextCommands(commandLine, store);
  }

  /** The folder of the store. */
  public Path store() {
    if (store != null) {
      return store;
    }
    String variable = System.getenv(STORE_VARIABLE);
    return Path.of(variable == null || variable.isBlank() ? USUAL_STORE : variable);
  }
}
