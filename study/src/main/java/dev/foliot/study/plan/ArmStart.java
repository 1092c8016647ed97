package dev.foliot.study.plan;

import dev.foliot.service.Jdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** How an arm's service is started. Immutable. */
public sealed interface ArmStart {
  /** The JDK on which it runs; for a command, the value of {@code ${java}}. */
  Jdk jdk();

  /** The JDK on which it runs; empty for a command that says so only while it runs. */
  default Optional<Jdk> runsOn() {
    return Optional.of(jdk());
  }

  /**
   * A built-in service.
   *
   * @param strategy its threads
   * @param jdk on which it runs
   * @param jvmArgs arguments of its JVM
   * @param threadBufferBytes size of the direct buffer that each of its threads keeps; 0 for none
   */
  record BuiltIn(ArmStrategy strategy, Jdk jdk, List<String> jvmArgs, int threadBufferBytes)
      implements ArmStart {
    /** Keeps a copy. */
    public BuiltIn {
      jvmArgs = List.copyOf(jvmArgs);
    }
  }

  /**
   * The built-in lottery, with its class moved.
   *
   * @param fillerMethods how far, in units of 8 bytes
   * @param jdk on which it runs
   * @param jvmArgs arguments of its JVM
   * @param steeredTo the class's offset in a cache line, set by an agent, in bytes; empty without
   *     one
   */
  record Lottery(int fillerMethods, Jdk jdk, List<String> jvmArgs, OptionalInt steeredTo)
      implements ArmStart {
    /** A description of its threads. */
    public static final String THREADS = "one writer, one reader";

    /** The same where all are alike. */
    public static final String EQUAL_THREADS = "one for each CPU";

    /** Keeps a copy. */
    public Lottery {
      jvmArgs = List.copyOf(jvmArgs);
    }
  }

  /**
   * A command. Its words, the values of its environment and its health URL may have the
   * placeholders of a study file, as {@code ${port}}.
   *
   * @param words the program and its arguments, 1 or more; no shell reads them
   * @param folder the working folder
   * @param health the readiness check, which answers a GET with 200 to 299: a path on the service's
   *     own port, or an http URL of this machine
   * @param port of the service; empty for a free one, passed as {@code ${port}}
   * @param jdk the JDK of its placeholders
   * @param runsOn the JDK whose launcher it starts; empty for another program, whose JDK is known
   *     only while it runs
   * @param remedy its role in a study of remedies; empty in others
   */
  record Command(
      List<String> words,
      Path folder,
      String health,
      OptionalInt port,
      Jdk jdk,
      Optional<Jdk> runsOn,
      Optional<CommandRemedy> remedy)
      implements ArmStart {
    /** Keeps a copy. */
    public Command {
      words = List.copyOf(words);
    }

    /** A copy with the JDK whose launcher it starts. */
    public Command on(Optional<Jdk> launched) {
      return new Command(words, folder, health, port, jdk, launched, remedy);
    }
  }
}
