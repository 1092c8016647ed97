package held;

import jakarta.servlet.http.HttpServletRequest;
import java.io.File;
import java.util.Map;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Spring Boot with {@code server.tomcat.accesslog}: {@code HeldOnSpringBoot PORT LOG PATTERN}.
 * Orders take 2.5 s.
 */
@SpringBootApplication(proxyBeanMethods = false)
@RestController
public class HeldOnSpringBoot {
  /** Serves until it is ended. */
  public static void main(String[] args) {
    File log = new File(args[1]);
    new SpringApplicationBuilder(HeldOnSpringBoot.class)
        .properties(
            Map.of(
                "server.port", args[0],
                "server.address", "127.0.0.1",
                "server.tomcat.relaxed-query-chars", "\",\\",
                "spring.main.banner-mode", "off",
                "logging.level.root", "warn"))
        .properties(
            Map.of(
                "server.tomcat.accesslog.enabled", "true",
                "server.tomcat.accesslog.buffered", "false",
                "server.tomcat.accesslog.directory", log.getParent(),
                "server.tomcat.accesslog.prefix", log.getName(),
                "server.tomcat.accesslog.suffix", "",
                "server.tomcat.accesslog.file-date-format", "",
                "server.tomcat.accesslog.rotate", "false",
                "server.tomcat.accesslog.pattern", args[2]))
        .run();
  }

  /** Every request. */
  @GetMapping("/**")
  public ResponseEntity<String> held(HttpServletRequest request) throws InterruptedException {
    boolean isOrder = request.getRequestURI().startsWith("/orders/");
    Thread.sleep(isOrder ? 2_500 : 0);
    return ResponseEntity.status(isOrder ? 503 : 200).body("late");
  }
}
