package dev.foliot.jlbh;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/**
 * The entry point of a fork that runs a program with JLBH's own jar: {@code CLASS [ARG]...}.
 *
 * <p>Calls the program's own {@code main}, or measures a task without one. What JLBH prints is the
 * result. It uses nothing else of Foliot.
 */
public final class JlbhBesideMain {
  private static final String TASKS = "net.openhft.chronicle.jlbh.TaskMain";

  private JlbhBesideMain() {}

  /** Runs one program as the class describes. */
  public static void main(String[] args) throws Throwable {
    String[] arguments = Arrays.copyOfRange(args, 1, args.length);
    try {
      Method main = Class.forName(args[0]).getDeclaredMethod("main", String[].class);
      if (Modifier.isStatic(main.getModifiers())) {
        call(main, arguments);
        return;
      }
    } catch (NoSuchMethodException e) {
      // a task without a main
    }
    call(Class.forName(TASKS).getDeclaredMethod("main", String[].class), args[0]);
  }

  private static void call(Method main, String... arguments) throws Throwable {
    main.setAccessible(true);
    try {
      main.invoke(null, (Object) arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause() == null ? e : e.getCause();
    }
  }
}
