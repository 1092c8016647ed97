package dev.foliot.examples.springboot3;

import dev.foliot.examples.stall.RunningServer;
import dev.foliot.examples.stall.ServerProgram;
import dev.foliot.examples.stall.Threading;
import dev.foliot.examples.stall.WarehouseClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.scheduling.annotation.EnableAsync;

/**
 * A Spring Boot 3.5 application whose requests and {@code @Async} methods wait for another service.
 */
@SpringBootApplication
@EnableAsync
public class Orders {
  /** See {@link ServerProgram}. */
  public static void main(String[] args) throws Exception {
    ServerProgram.run(args, Orders::start);
  }

  static RunningServer start(Threading threading, WarehouseClient warehouse) {
    ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Orders.class)
            .profiles(threading == Threading.SIMPLE_ASYNC ? "simple-async" : "default")
            .properties(
                Map.of(
                    "server.port", "0",
                    "server.address", "127.0.0.1",
                    "spring.main.banner-mode", "off",
                    "logging.level.root", "warn",
                    "spring.threads.virtual.enabled", threading == Threading.VIRTUAL,
                    "foliot.pool.enabled", threading == Threading.FOLIOT,
                    "foliot.pool.name", "orders"))
            .initializers(made -> made.getBeanFactory().registerSingleton("warehouse", warehouse))
            .run();
    return new RunningServer() {
      @Override
      public int port() {
        return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
      }

      @Override
      public MeterRegistry meters() {
        return context.getBean(MeterRegistry.class);
      }

      @Override
      public void close() {
        context.close();
      }
    };
  }
}
