package dev.foliot.cli.load;

import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.loadrun.ServerPlan;
import dev.foliot.loadrun.ServerSetup;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import dev.foliot.watch.requests.AccessFormat;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which server a load test starts or watches. */
final class ServerOptions {
  private static final String CURL = "curl";

  @Option(
      names = "--pid",
      paramLabel = "PID",
      description = "Watch the server with this process id: CPUs, memory, pauses.")
  private @Nullable Long pid;

  @Option(
      names = "--server-log",
      paramLabel = "FILE",
      description =
          "The server's access log: with --trace it says how long the slowest requests were in the"
              + " server.")
  private @Nullable Path log;

  @Option(
      names = "--server-log-format",
      paramLabel = "FORMAT",
      description =
          "How its lines are read, as --requests-format of foliot watch. JSON with usual names"
              + " needs none.")
  private @Nullable String logFormat;

  /**
   * A process with the log.
   *
   * @throws FoliotException for a format without a log, or one that has not what is needed
   */
  ServerSetup watched(@Nullable ServerPlan process) {
    if (log == null) {
      if (logFormat != null) {
        throw FoliotException.usage("--server-log-format is of --server-log: give its FILE");
      }
      return ServerSetup.of(process);
    }
    return new ServerSetup(
        process, new ServerSetup.Log(log, logFormat == null ? null : AccessFormat.of(logFormat)));
  }

  /**
   * The server; null for none.
   *
   * @param words the words after the URL or plan
   * @param isCommand whether they come after {@code --}
   * @param generator the CPUs of the load generator, null for all; a server that is started gets
   *     the others
   * @throws FoliotException for words that are no command, or a contradiction
   */
  @Nullable ServerPlan plan(List<String> words, boolean isCommand, @Nullable CpuList generator) {
    if (words.isEmpty()) {
      return pid == null ? null : new ServerPlan.Running(checked(pid));
    }
    if (!isCommand) {
      throw FoliotException.usage(
          "'"
              + Shown.text(words.getFirst())
              + "' is too much: give one URL, or a command behind -- that starts the server");
    }
    if (words.getFirst().equals(CURL)) {
      throw FoliotException.usage(
          "-- curl names the request: leave out the URL before it, or give the server's command");
    }
    if (pid != null) {
      throw FoliotException.usage(
          "--pid watches a server that runs, and the command behind -- starts one: leave one out");
    }
    return new ServerPlan.Command(words, others(generator));
  }

  /** A server that runs already, beside a request from curl; null for none. */
  @Nullable ServerPlan running() {
    return pid == null ? null : new ServerPlan.Running(checked(pid));
  }

  private static long checked(long number) {
    if (number < 1 || number > Integer.MAX_VALUE) {
      throw FoliotException.usage(
          "--pid " + number + " is no process id: give the server's, from ps or jps");
    }
    return number;
  }

  /** The CPUs that the generator leaves free; null for all where it leaves none. */
  private static @Nullable CpuList others(@Nullable CpuList generator) {
    if (generator == null) {
      return null;
    }
    return switch (Affinity.ofCaller()) {
      case Reading.Value<CpuList>(CpuList all) -> {
        int[] free = all.stream().filter(cpu -> !generator.contains(cpu)).toArray();
        yield free.length == 0 ? null : CpuList.of(free);
      }
      case Reading.Unavailable<CpuList> _ -> null;
    };
  }
}
