package dev.foliot.examples.jetty;

import dev.foliot.examples.stall.RunningServer;
import dev.foliot.examples.stall.ServerProgram;
import dev.foliot.examples.stall.Threading;
import dev.foliot.examples.stall.WarehouseClient;
import dev.foliot.pool.AdaptivePool;
import dev.foliot.pool.micrometer.AdaptivePoolMetrics;
import dev.foliot.pool.micrometer.DecisionCounts;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.Executors;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.component.LifeCycle;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.ThreadPool;

/** A Jetty whose requests wait for another service. */
public final class JettyOrders {
  private JettyOrders() {}

  /** See {@link ServerProgram}. */
  public static void main(String[] args) throws Exception {
    ServerProgram.run(args, JettyOrders::start);
  }

  static RunningServer start(Threading threading, WarehouseClient warehouse) throws Exception {
    MeterRegistry registry = new SimpleMeterRegistry();
    return serve(threads(threading, registry), registry, warehouse);
  }

  private static ThreadPool threads(Threading threading, MeterRegistry registry) {
    return switch (threading) {
      case OWN -> new QueuedThreadPool();
      case VIRTUAL -> {
        QueuedThreadPool threads = new QueuedThreadPool();
        threads.setVirtualThreadsExecutor(Executors.newVirtualThreadPerTaskExecutor());
        yield threads;
      }
      case FOLIOT -> adaptive(registry);
      case SIMPLE_ASYNC -> throw new IllegalArgumentException("Jetty has no " + threading);
    };
  }

  /** Jetty's selector is an endless task of the pool: the minimum leaves room for a request. */
  private static ThreadPool adaptive(MeterRegistry registry) {
    DecisionCounts decisions = new DecisionCounts();
    AdaptivePool pool =
        AdaptivePool.builder().name("orders").minimum(2).listener(decisions).platform();
    new AdaptivePoolMetrics(pool).counting(decisions).bindTo(registry);
    return new AdaptiveThreadPool(pool);
  }

  static RunningServer serve(ThreadPool threads, MeterRegistry registry, WarehouseClient warehouse)
      throws Exception {
    Server server = new Server(threads);
    // No acceptor threads, because the selector accepts, and one selector.
    ServerConnector connector =
        new ServerConnector(server, null, null, null, 0, 1, new HttpConnectionFactory());
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    server.setHandler(new Orders(warehouse));
    server.start();
    return new RunningServer() {
      @Override
      public int port() {
        return connector.getLocalPort();
      }

      @Override
      public MeterRegistry meters() {
        return registry;
      }

      @Override
      public void close() {
        LifeCycle.stop(server);
      }
    };
  }

  private static final class Orders extends Handler.Abstract {
    private final WarehouseClient warehouse;

    Orders(WarehouseClient warehouse) {
      this.warehouse = warehouse;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      Content.Sink.write(response, true, answer(Request.getPathInContext(request)), callback);
      return true;
    }

    private String answer(String path) {
      return path.equals("/ping")
          ? "pong"
          : Thread.currentThread().getName() + ": " + warehouse.stock("order");
    }
  }
}
