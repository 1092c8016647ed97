package dev.foliot.checks.peers.pool;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Open Liberty's executor with its own queue and controller, by reflection.
 *
 * <p>The jars are those of its published runtime. Its component is activated like in its container,
 * with the settings of an empty {@code <executor>}, and notified of the server's start.
 */
final class Liberty {
  /** A system property: the folder of the unpacked jars, with a folder per version. */
  static final String HOME = "peers.liberty";

  private static final String EXECUTOR = "com.ibm.ws.threading.internal.ExecutorServiceImpl";

  /** The defaults of the server's metatype: the controller chooses the sizes. */
  private static final Map<String, Object> DEFAULTS =
      Map.of(
          "name", "Default Executor", "coreThreads", -1, "maxThreads", -1, "quiesceTimeout", "30");

  private Liberty() {}

  /**
   * A new executor.
   *
   * @param version the name of its folder
   * @throws IllegalStateException if the folder is missing or has another structure
   */
  static ExecutorService open(String version) {
    try {
      // never closed: it serves the pool as long as the process lives
      URLClassLoader loader =
          new URLClassLoader(
              jars(System.getProperty(HOME), version), ClassLoader.getPlatformClassLoader());
      Class<?> type = loader.loadClass(EXECUTOR);
      Object executor = type.getConstructor().newInstance();
      call(type.getDeclaredMethod("activate", Map.class), executor, DEFAULTS);
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals("setServerStarted")) {
          call(method, executor, (Object) null);
        }
      }
      return (ExecutorService) executor;
    } catch (ReflectiveOperationException | IOException e) {
      throw new IllegalStateException("Open Liberty's executor cannot be made: " + e, e);
    }
  }

  private static void call(Method method, Object target, @Nullable Object... arguments)
      throws ReflectiveOperationException {
    method.setAccessible(true);
    method.invoke(target, arguments);
  }

  private static URL[] jars(@Nullable String folder, String version) throws IOException {
    if (folder == null || version.isEmpty() || !Files.isDirectory(Path.of(folder, version))) {
      throw new IllegalStateException(
          "Open Liberty was not fetched: run it without -Dpeers.liberty.skip");
    }
    try (Stream<Path> files = Files.walk(Path.of(folder, version))) {
      List<Path> jars = files.filter(file -> file.toString().endsWith(".jar")).toList();
      URL[] urls = new URL[jars.size()];
      for (int i = 0; i < urls.length; i++) {
        urls[i] = jars.get(i).toUri().toURL();
      }
      return urls;
    }
  }
}
