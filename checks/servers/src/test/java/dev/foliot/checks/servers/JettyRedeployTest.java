package dev.foliot.checks.servers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.pool.AdaptivePool;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import org.eclipse.jetty.ee11.webapp.WebAppContext;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.handler.ContextHandlerCollection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A pool in a web application under Jetty. After each undeployment no thread of the pool is left,
 * and nothing holds the application's class loader.
 */
final class JettyRedeployTest {
  private static final int DEPLOYMENTS = 5;

  @TempDir private Path folder;

  @Test
  void shouldLeaveNothingInJettyWhenItsApplicationStops() throws Exception {
    Path application = WebApplication.in(folder);
    Server server = new Server();
    ContextHandlerCollection contexts = new ContextHandlerCollection();
    server.setHandler(contexts);
    try {
      server.start();
      for (int i = 0; i < DEPLOYMENTS; i++) {
        WeakReference<ClassLoader> loader = deployAndUndeploy(contexts, application);
        assertThat(Thread.getAllStackTraces().keySet())
            .extracting(Thread::getName)
            .noneMatch(name -> name.startsWith("redeployed"));
        WebApplication.awaitCollected(loader);
      }
    } finally {
      server.stop();
    }
  }

  private static WeakReference<ClassLoader> deployAndUndeploy(
      ContextHandlerCollection contexts, Path application) throws Exception {
    WebAppContext context = new WebAppContext(application.toString(), "/app");
    context.setThrowUnavailableOnStartupException(true);
    contexts.addHandler(context);
    context.start();
    ClassLoader loader = context.getClassLoader();
    assertThat(loader.loadClass(AdaptivePool.class.getName()))
        .as("the application's own pool")
        .isNotEqualTo(AdaptivePool.class);
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .anyMatch(name -> name.startsWith("redeployed"));
    context.stop();
    contexts.removeHandler(context);
    context.destroy();
    return new WeakReference<>(loader);
  }
}
