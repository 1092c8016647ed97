package dev.foliot.checks.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.AdaptivePool;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
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

  /** Strongly held: loggers are collected otherwise. */
  private static final Logger LEAKS =
      Logger.getLogger("org.apache.catalina.loader.WebappClassLoaderBase");

  @TempDir private Path folder;

  @Test
  void shouldLeaveNothingInTomcatWhenItsApplicationStops() throws Exception {
    Path application = WebApplication.in(folder);
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
        WebApplication.awaitCollected(loader);
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
