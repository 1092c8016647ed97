package releases;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import org.jsoup.Jsoup;

/** A page of some 20 kB, read from a file and parsed. */
public final class ParseFile extends JsoupTask {
  private File file;

  @Override
  void prepare() throws IOException {
    file = File.createTempFile("page", ".html");
    file.deleteOnExit();
    Files.writeString(file.toPath(), Pages.articles(25));
  }

  @Override
  Object work() throws IOException {
    return Jsoup.parse(file, "UTF-8");
  }
}
