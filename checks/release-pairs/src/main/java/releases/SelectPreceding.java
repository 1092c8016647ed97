package releases;

import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** A selector of what follows something in any distance. */
public final class SelectPreceding extends JsoupTask {
  private Document page;

  @Override
  void prepare() {
    page = Jsoup.parse(Pages.articles(200));
  }

  @Override
  Object work() {
    return page.select("div.a3 ~ div.a5");
  }
}
