package dev.foliot.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Opens stored pages one after the other in one Chromium: {@code FOLDER PAGE...}. Each must mark
 * itself as read by its script and say nothing on the console. {@code .ci/run} calls it on what
 * commands wrote.
 */
final class BrowserPages {
  private static final Pattern READ = Pattern.compile("<html[^>]* class=\"js\"");

  private BrowserPages() {}

  /** The exit code is 1 where a page is at fault, and 2 where there is no browser. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Optional<Browser> started = Browser.start(Path.of(args[0]));
    if (started.isEmpty()) {
      System.out.println("no Chromium on the path: install it, often the package chromium");
      System.exit(2);
    }
    List<String> faults = new ArrayList<>();
    try (Browser browser = started.get()) {
      for (String page : List.of(args).subList(1, args.length)) {
        browser.open(Files.readString(Path.of(page)));
        browser.console().forEach(line -> faults.add(page + ": " + line));
        if (!READ.matcher(browser.dom()).find()) {
          faults.add(page + ": its script did not run");
        }
      }
    }
    faults.forEach(System.out::println);
    System.out.printf("%d pages read, %d faults%n", args.length - 1, faults.size());
    System.exit(faults.isEmpty() ? 0 : 1);
  }
}
