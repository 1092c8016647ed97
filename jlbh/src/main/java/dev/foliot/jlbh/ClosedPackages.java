package dev.foliot.jlbh;

import java.lang.reflect.InaccessibleObjectException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a program's failure says of packages of the JDK that its libraries reach into, as those of
 * Chronicle and Agrona do. Pure.
 */
public final class ClosedPackages {
  private static final Pattern OF_JDK = Pattern.compile("\\b(java|jdk|sun)\\.[a-z]+");
  private static final int MOST_CAUSES = 20;

  private ClosedPackages() {}

  /**
   * What to do, to be put before the failure's own text.
   *
   * @return empty where the failure, with its causes, is of another kind
   */
  public static String remedy(Throwable failure) {
    @Nullable Throwable cause = failure;
    for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
      if (isClosed(cause)) {
        return "a library needs JVM flags: give them with --jvm-arg=@FILE (docs/guide/jlbh.md); ";
      }
      cause = cause.getCause();
    }
    return "";
  }

  private static boolean isClosed(Throwable failure) {
    return (failure instanceof IllegalAccessException
            || failure instanceof IllegalAccessError
            || failure instanceof InaccessibleObjectException)
        && OF_JDK.matcher(String.valueOf(failure.getMessage())).find();
  }
}
