package releases;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** The text of a page. */
public final class Text extends JsoupTask {
  private Document page;

  @Override
  void prepare() {
    page = Jsoup.parse(Pages.articles(40));
  }

  @Override
  Object work() {
    return page.text();
  }
}
