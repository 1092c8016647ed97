package dev.foliot.checks.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.AdaptivePool;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A pool in a web application, which brings the pool's classes itself. After the application is
 * stopped, nothing holds its class loader, and Tomcat finds no thread of it.
 */
final class RedeployTest {
  private static final int DEPLOYMENTS = 5;

  /** Without access to the JDK's internals Tomcat finds threads, and no thread locals. */
  private static final String NO_DETECTION = "You need to add ";

  private static final long PATIENCE_NS = 60_000_000_000L;

  /** Strongly held: loggers are collected otherwise. */
  private static final Logger LEAKS =
      Logger.getLogger("org.apache.catalina.loader.WebappClassLoaderBase");

  @TempDir private Path folder;

  @Test
  void shouldLeaveNothingInTomcatWhenItsApplicationStops() throws Exception {
    Path application = application();
    List<String> complaints = new CopyOnWriteArrayList<>();
    Handler handler = collecting(complaints);
    LEAKS.addHandler(handler);
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.toString());
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    tomcat.setConnector(connector);
    try {
      tomcat.start();
      for (int i = 0; i < DEPLOYMENTS; i++) {
        WeakReference<ClassLoader> loader = deployAndStop(tomcat, application);
        awaitCollected(loader);
      }
    } finally {
      tomcat.stop();
      tomcat.destroy();
      LEAKS.removeHandler(handler);
    }
    assertThat(complaints).isEmpty();
  }

  private static WeakReference<ClassLoader> deployAndStop(Tomcat tomcat, Path application)
      throws Exception {
    Context context = tomcat.addContext("/app", application.toString());
    context.addApplicationListener(PoolOwner.class.getName());
    context.start();
    assertThat(context.getState().isAvailable()).as("started").isTrue();
    ClassLoader loader = context.getLoader().getClassLoader();
    assertThat(loader.loadClass(AdaptivePool.class.getName()))
        .as("the application's own pool")
        .isNotEqualTo(AdaptivePool.class);
    tomcat.getHost().removeChild(context);
    return new WeakReference<>(loader);
  }

  private static void awaitCollected(WeakReference<ClassLoader> loader) {
    long beginNs = System.nanoTime();
    while (loader.get() != null) {
      assertThat(System.nanoTime() - beginNs).as("held for, ns").isLessThan(PATIENCE_NS);
      System.gc();
      Thread.onSpinWait();
    }
  }

  /** A folder with the classes of the pool and of its owner. */
  private Path application() throws IOException, URISyntaxException {
    Path made = folder.resolve("application");
    Path classes = made.resolve("WEB-INF/classes");
    String owner = PoolOwner.class.getName().replace('.', '/') + ".class";
    Path target = classes.resolve(owner);
    Files.createDirectories(target.getParent());
    Files.copy(place(PoolOwner.class).resolve(owner), target);
    Path pool = place(AdaptivePool.class);
    if (Files.isDirectory(pool)) {
      copyAll(pool, classes);
    } else {
      Path library = made.resolve("WEB-INF/lib/pool.jar");
      Files.createDirectories(library.getParent());
      Files.copy(pool, library);
    }
    return made;
  }

  private static Path place(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  private static void copyAll(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path copy = to.resolve(from.relativize(file).toString());
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy);
      }
    }
  }

  private static Handler collecting(List<String> messages) {
    return new Handler() {
      @Override
      public void publish(LogRecord record) {
        String message = String.valueOf(record.getMessage());
        if (!message.startsWith(NO_DETECTION)) {
          messages.add(message);
        }
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }
}
