package releases;

import org.jsoup.Jsoup;

/** A page of some 20 kB, parsed. */
public final class Parse extends JsoupTask {
  private final String html = Pages.articles(25);

  @Override
  Object work() {
    return Jsoup.parse(html);
  }
}
