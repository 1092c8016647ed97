package releases;

import org.jsoup.Jsoup;

/** A title with tags that nobody escaped, parsed. */
public final class ParseTitle extends JsoupTask {
  private final String html = "<title>" + "<b>bold <i>slanted ".repeat(400) + "</title><p>Text";

  @Override
  Object work() {
    return Jsoup.parse(html);
  }
}
