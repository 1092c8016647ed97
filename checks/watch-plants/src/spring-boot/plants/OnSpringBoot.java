package plants;

import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Spring Boot, with {@code server.tomcat.accesslog}. */
public final class OnSpringBoot implements Server {
  @Override
  public int start(Orders orders, Path log) {
    ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Shop.class)
            .properties(
                Map.of(
                    "server.port", "0",
                    "server.address", "127.0.0.1",
                    "spring.main.banner-mode", "off",
                    "logging.level.root", "warn"))
            .properties(
                Map.of(
                    "server.tomcat.accesslog.enabled", "true",
                    "server.tomcat.accesslog.directory", log.getParent().toString(),
                    "server.tomcat.accesslog.prefix", "access",
                    "server.tomcat.accesslog.suffix", ".log",
                    "server.tomcat.accesslog.file-date-format", "",
                    "server.tomcat.accesslog.rotate", "false",
                    "server.tomcat.accesslog.pattern",
                        "%{begin:yyyy-MM-dd'T'HH:mm:ss.SSSXXX}t \"%r\" %s %D"))
            .initializers(made -> made.getBeanFactory().registerSingleton("orders", orders))
            .run();
    return context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
  }

  /** The application. */
  @SpringBootApplication
  @RestController
  public static class Shop {
    private final Orders orders;

    /** With the service. */
    public Shop(Orders orders) {
      this.orders = orders;
    }

    /** Every request. */
    @GetMapping("/**")
    public String answer(HttpServletRequest request) throws IOException {
      return orders.answer(request.getRequestURI());
    }
  }
}
