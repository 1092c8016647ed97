package dev.foliot.steer;

import java.lang.instrument.Instrumentation;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The agent: {@code -javaagent:foliot-steer.jar=class=com.acme.Order,offset=24,told=FILE}. Classes
 * begin anywhere in a cache line, at a multiple of 8 bytes. The classes loaded before them decide
 * the place, and with it which of HotSpot's fields share a line (JDK-8180450). A patched JDK
 * separates them with padding. On a stock JDK this agent does so by loading small classes first.
 *
 * <p>It works only from the start of a program. Later, other threads would load classes between the
 * fillers and the chosen class. It changes no class. If it cannot steer, it writes the reason to
 * the file and the application runs as usual.
 */
public final class Agent {
  private static final String TOO_LATE =
      "it was loaded before the agent was there: name the agent with -javaagent when the program is"
          + " started";
  private static final String NEVER =
      "it was not loaded while the agent was there: see whether the name is right";

  private Agent() {}

  /** Called by the JVM before the application's main method. */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    Options options;
    try {
      options = Options.parse(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println("foliot-steer: " + e.getMessage());
      return;
    }
    SteerResult told = new SteerResult(options.told());
    try {
      steer(options, instrumentation, told);
    } catch (RefusedException | RuntimeException | Error e) {
      String reason = String.valueOf(e.getMessage());
      options.wanted().forEach((name, offset) -> told.refused(name, "", offset, reason));
    }
  }

  private static void steer(Options options, Instrumentation instrumentation, SteerResult told)
      throws RefusedException {
    Map<String, Integer> awaited = new LinkedHashMap<>(options.wanted());
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      Integer offset = awaited.remove(type.getName());
      if (offset != null) {
        told.refused(type.getName(), "", offset, TOO_LATE);
      }
    }
    Fillers fillers = Fillers.open(instrumentation, Addresses.open());
    Landings landings = new Landings(instrumentation, fillers, told);
    Steering steering = Steering.rehearsed(options, fillers, landings, told);
    Thread thread = new Thread(landings, "foliot-steer");
    thread.setDaemon(true);
    thread.start();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> end(awaited, instrumentation, steering, landings, told), "foliot-steer-end"));
    // all classes of the agent are loaded by now, and none will come between later
    landings.look(false);
    instrumentation.addTransformer(steering);
  }

  private static void end(
      Map<String, Integer> awaited,
      Instrumentation instrumentation,
      Steering steering,
      Landings landings,
      SteerResult told) {
    landings.look(true);
    awaited.keySet().removeIf(steering::hasSeen);
    // another agent's thread may have loaded it between the first check and the transformer
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      Integer offset = awaited.remove(type.getName());
      if (offset != null) {
        told.refused(type.getName(), "", offset, TOO_LATE);
      }
    }
    awaited.forEach((name, offset) -> told.refused(name, "", offset, NEVER));
  }
}
