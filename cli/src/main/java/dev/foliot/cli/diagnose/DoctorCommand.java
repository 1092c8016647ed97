package dev.foliot.cli.diagnose;

import dev.foliot.cli.brief.DoctorBrief;
import dev.foliot.cli.details.DoctorTable;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Output;
import dev.foliot.cli.json.DoctorJson;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.watch.WatchChecks;
import dev.foliot.doctor.Doctor;
import dev.foliot.doctor.DoctorCheck.Status;
import dev.foliot.doctor.DoctorReport;
import dev.foliot.judgement.answer.DoctorAnswer;
import dev.foliot.judgement.answer.NextCommands;
import dev.foliot.watch.WatchRights;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code foliot doctor}: what this machine can measure, and what spoils it. */
@Command(
    name = "doctor",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Says what this machine can measure and what spoils it, each with its remedy.",
    footer = {
      "",
      "Takes a second or two. Tries what it promises, undoes it at once, and changes nothing.",
      "",
      "Exit codes: 0 whatever it finds on Linux; 4 elsewhere, where it cannot look."
    })
public final class DoctorCommand implements Callable<Integer> {
  private static final Path ROOT = Path.of("/");

  @Option(
      names = "--watch",
      description = "Try also what foliot watch could read of each JVM of this machine.")
  private boolean watch;

  private final Foliot foliot;

  public DoctorCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() throws InterruptedException {
    DoctorReport report = Doctor.examine(ROOT, foliot.store(), Doctor.USUAL_LOOK);
    return show(
        watch ? report.with(WatchChecks.of(WatchRights.of(ROOT))) : report, foliot.output());
  }

  /** Prints a report and answers the exit code. */
  public static int show(DoctorReport report, Output output) {
    Console console = output.console();
    DoctorAnswer answer = answer(report, output.next());
    if (output.json()) {
      console.out().println(DoctorJson.of(report, answer));
    } else if (output.details()) {
      new DoctorTable(console.out(), report, answer).print();
    } else {
      new DoctorBrief(output.brief(), report, answer).print();
    }
    if (report.linux()) {
      return ExitCode.DONE;
    }
    console.error(
        "there is little to see on "
            + System.getProperty("os.name")
            + ": doctor reads /proc, so run it on Linux; bench works here too");
    return ExitCode.ENVIRONMENT;
  }

  private static DoctorAnswer answer(DoctorReport report, NextCommands next) {
    return DoctorAnswer.of(
        switch (report.verdict()) {
          case OK -> DoctorAnswer.Kind.FIT;
          case UNKNOWN -> DoctorAnswer.Kind.UNKNOWN;
          case LIMITS -> DoctorAnswer.Kind.LIMITED;
          case SPOILS -> DoctorAnswer.Kind.MISLEADING;
        },
        report.checks().size(),
        report.count(Status.SPOILS),
        report.count(Status.LIMITS),
        report.count(Status.UNKNOWN),
        next);
  }
}
