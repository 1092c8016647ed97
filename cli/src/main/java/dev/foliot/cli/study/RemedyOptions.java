package dev.foliot.cli.study;

import dev.foliot.bench.Rate;
import dev.foliot.service.Jdk;
import dev.foliot.study.ArmChoice;
import dev.foliot.study.remedy.RemedyCommand;
import dev.foliot.study.remedy.RemedyStudy;
import dev.foliot.study.remedy.RemedyWork;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What {@code foliot study remedy} is told of a command of the user's. */
final class RemedyOptions {
  /** The first that has the cure. */
  private static final int CURED = 23;

  @Option(
      names = "--class",
      paramLabel = "CLASS",
      description = "remedy: the class to steer (the one that diagnose names).")
  private @Nullable String className;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "remedy: what COMMAND is asked for, as in http://127.0.0.1:{port}/orders.")
  private @Nullable String url;

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description = "remedy: an open loop at a rate, as in 300/s.")
  private @Nullable String rate;

  @Option(
      names = "--clients",
      paramLabel = "N",
      description = "remedy: a closed loop (16 for each CPU); --jar: the same (400).")
  private @Nullable Integer clients;

  @Option(
      names = "--counter",
      paramLabel = "TEXT",
      description = "remedy: instead of a URL, the text before a total that COMMAND prints.")
  private @Nullable String counter;

  /** Whether any of it was given. */
  boolean areGiven() {
    return clients != null || areOthersGiven();
  }

  /** Whether any of it was given that a jar does not have too. */
  boolean areOthersGiven() {
    return className != null || url != null || rate != null || counter != null;
  }

  /** The clients of a closed loop. */
  int clients(int usual) {
    return clients == null ? usual : clients;
  }

  /**
   * The command.
   *
   * @param command the program and its arguments
   * @param choice what is asked of the arms: the JDK as it is, and a newer one; those that are
   *     missing are the command's own, and the one that runs Foliot
   * @throws FoliotException if something is missing or wrong
   */
  RemedyCommand of(List<String> command, ArmChoice choice) {
    if (command.isEmpty()) {
      throw FoliotException.usage(
          "--class, --url, --rate, --clients and --counter go with a command: write it at the end,"
              + " as in -- java -jar app.jar");
    }
    RemedyStudy.check(choice);
    RemedyWork work = work();
    List<Jdk> jdks = choice.jdks();
    Jdk old = jdks.isEmpty() ? RemedyCommand.jdkOf(command.getFirst()) : jdks.getFirst();
    Optional<Jdk> newer =
        jdks.size() > 1
            ? Optional.of(jdks.getLast())
            : Optional.of(Jdk.current()).filter(own -> old.feature() < CURED);
    return new RemedyCommand(
        command,
        Path.of("").toAbsolutePath(),
        old,
        newer,
        choice.jvmArgs(),
        Optional.ofNullable(className).map(String::strip),
        work);
  }

  private RemedyWork work() {
    if ((url == null) == (counter == null)) {
      throw FoliotException.usage(
          url == null
              ? "how is its work measured? Give --url for what it is asked, or --counter for the"
                  + " text before a total that it prints"
              : "--url and --counter: leave one of the two out");
    }
    if (counter != null) {
      if (rate != null || clients != null) {
        throw FoliotException.usage("--rate and --clients go with --url: leave them out");
      }
      return new RemedyWork.Counter(counter);
    }
    return RemedyWork.Requests.of(
        url == null ? "" : url, rate == null ? null : Rate.parse(rate), clients);
  }
}
