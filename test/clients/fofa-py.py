# What fofa-py gets from a server: each call's answer under its name, as one JSON object.
import json

import fofa

client = fofa.Client()
QUERY = 'port="80" || port="81"'


def next_pages():
    pages, cursor = [], ""
    while True:
        page = client.search_next(QUERY, fields="host", size=2, next=cursor)
        if not page["results"]:
            return pages
        pages.append(page["results"])
        cursor = page["next"]


def failure():
    try:
        client.search('titel="x"')
    except fofa.FofaError as error:
        return str(error)
    return ""


print(
    json.dumps(
        {
            "info": client.get_userinfo(),
            "can_use_next": client.can_use_next(),
            "search": client.search(QUERY, page=2, size=2, fields="host,ip"),
            "next": next_pages(),
            "stats": client.search_stats(QUERY, fields="port"),
            "host": client.search_host("192.0.2.1"),
            "failure": failure(),
        }
    )
)
