package dev.foliot.cli;

import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.Words;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;

/** The entry point of the command line. */
public final class Main {
  private Main() {}

  /** Runs a command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    String training = System.getProperty(Training.PROPERTY);
    if (training != null) {
      Training.play(training);
      System.exit(ExitCode.DONE);
    }
    ResultStream result = new ResultStream(new FileOutputStream(FileDescriptor.out));
    PrintStream out =
        new PrintStream(new BufferedOutputStream(result), false, System.out.charset());
    Console console = Console.standard(out);
    int exit = Commands.execute(args, console);
    out.flush();
    String problem = result.problem();
    if (problem != null) {
      console.error("the output cannot be written (" + Words.shown(problem) + ")");
      exit = ExitCode.ENVIRONMENT;
    }
    System.exit(exit);
  }
}
